/// The registry entry of `choice`, which combines weighted mechanisms.
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/between_pairs.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/combined/choice.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/hypotheses/rules.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"

namespace plumbline {
namespace {

/// Returns true if the loss is finite with equal probability under P and under Q.
bool is_even(const DominatingPair& pair) {
  const auto infinite = pair.offer<InfiniteLosses>();
  return !infinite || infinite->even;
}

/// Throws std::invalid_argument unless the weights of the branches are positive and sum to 1.
void check_weights(const std::vector<InnerMechanism>& inner) {
  Rational sum(0);
  for (const InnerMechanism& x : inner) {
    if (x.weight.sign() <= 0) {
      throw std::invalid_argument("a weight must be greater than 0, got " + x.weight.text());
    }
    sum = sum + x.weight;
  }
  if (!(sum == kOne)) {
    throw std::invalid_argument("the weights sum to " + sum.text() +
                                ", not to 1; write exact numbers such as 1/3");
  }
}

/// Throws std::invalid_argument unless the branch has tails or a transform. A promise about many mechanisms has
/// neither. The same holds for a pair that is only known to lie between two other pairs (between_pairs.hpp).
void check_known(const DominatingPair& pair) {
  if (pair.tails_known() || pair.measure() != nullptr) return;
  if (pair.offer<BetweenPairs>()) {
    throw std::invalid_argument(pair.expression() +
                                " has an irrational parameter and cannot be part of a choice; "
                                "write rational numbers, such as sigma=2.7 for sigma2=7.29");
  }
  throw std::invalid_argument(
      pair.expression() +
      " describes many mechanisms and cannot be part of a choice; state the guarantee of the whole "
      "choice, as zcdp(rho=...) or rdp(orders=[...],bounds=[...])");
}

/// The masses of finite loss of a choice under P and Q, and a flag that is true if the two are equal in every branch.
struct FiniteParts {
  Real P{Rational(0)}, Q{Rational(0)};
  bool even = true;
};

FiniteParts finite_parts(const std::vector<InnerMechanism>& inner) {
  FiniteParts out;
  for (const InnerMechanism& x : inner) {
    const auto infinite = x.mechanism->offer<InfiniteLosses>();
    out.P = out.P + Real(x.weight) * (infinite ? infinite->P_finite : Real(kOne));
    out.Q = out.Q + Real(x.weight) * (infinite ? infinite->Q_finite : Real(kOne));
    out.even = out.even && is_even(*x.mechanism);
  }
  return out;
}

Mechanism make_choice(const Parameters& q) {
  check_weights(q.inner);
  const FiniteParts finite = finite_parts(q.inner);
  std::string expression = "choice(";
  std::vector<ChoiceBranch> branches;
  for (const InnerMechanism& x : q.inner) {
    check_known(*x.mechanism);
    expression +=
        (expression.back() == '(' ? "" : ",") + x.weight.text() + ":" + x.mechanism->expression();
    const auto infinite = x.mechanism->offer<InfiniteLosses>();
    if (infinite && infinite->conditional == nullptr) continue;
    const Real b = infinite ? infinite->P_finite : Real(kOne);
    const Real a = infinite ? infinite->Q_finite : Real(kOne);
    const Real u = Real(x.weight) * b / finite.P, v = Real(x.weight) * a / finite.Q;
    const bool same =
        finite.even || (u.rational() && v.rational() && *u.rational() == *v.rational());
    branches.push_back({u, same ? std::nullopt : std::optional(v),
                        infinite ? infinite->conditional : x.mechanism});
  }
  return combined(branches, finite.P, finite.even ? std::nullopt : std::optional(finite.Q),
                  expression + ")");
}

std::string draw_choice(ParameterDraw& draw) {
  const std::string first = draw.log_uniform(0.5, 9);
  return "choice(1/3:gaussian(sigma=" + first + "),2/3:gaussian(sigma=" + draw.log_uniform(0.5, 9) +
         "))";
}

}  // namespace

MechanismEntry choice_entry() {
  return {
      .name = "choice",
      .required = {},
      .optional = {},
      .summary =
          "one of several mechanisms, chosen with known probabilities; the output reveals the "
          "choice",
      .make = make_choice,
      .inner = InnerKind::weighted,
      .draw = draw_choice,
      .facts = PairFacts{.dominance = PairDominance::inner,
                         .neighbours = "as inside",
                         .because = "the pick is seen",
                         .rule = [](const WrittenFactor&, const std::vector<StatedPair>& inner) {
                           return choice_of(inner);
                         }}};
}

}  // namespace plumbline
