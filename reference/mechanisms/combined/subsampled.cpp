#include "reference/mechanisms/combined/subsampled.hpp"

#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/combined/choice.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"

namespace plumbline {
namespace {

/// Returns log(1-p + p e^l), in a known form if e^l and p are rational.
Real mixed_loss(const Real& loss, const Real& p) {
  if (loss.is_known_as(kZero)) return loss;
  const auto ratio = rational_exponential(loss);
  if (ratio && p.rational()) {
    const Rational mixed = kOne - *p.rational() + *p.rational() * *ratio;
    return mixed == kOne ? Real(kZero) : Real(LogLinear{kZero, {{mixed, kOne}}});
  }
  return Real([loss, p](Bits b) { return log1p(p(b) * expm1(loss(b))); });
}

Mechanism of_points(const std::vector<LossAtom>& points, const Real& p,
                    const std::string& expression, const std::string& identity) {
  std::vector<LossAtom> out;
  for (const LossAtom& x : points) out.push_back({x.mass, mixed_loss(x.loss, p)});
  return std::make_shared<FinitePair>(out, expression, identity);
}

/// Thrown if a mechanism, or its pair conditional on a finite loss, has no explicit distribution.
struct NoLaw : std::invalid_argument {
  explicit NoLaw(const Mechanism& mechanism)
      : std::invalid_argument("no law of " + mechanism->expression() +
                              " is known here, so it cannot be subsampled") {}
};

/// Returns the subsampled pair of a mechanism whose loss L may be infinite. Let b = P(L finite) and a = Q(L finite). On
/// finite L the mixture has the mass (1-p) b + p a, of which p a comes from Q. On L = -inf it has the mass (1-p)(1-b)
/// and the loss log(1-p). On L = +inf it has the mass p (1-a).
Mechanism with_infinite_losses(const InfiniteLosses& losses, const Real& p,
                               const std::string& expression) {
  const Real one(kOne), b = losses.P_finite, a = losses.Q_finite, rest = one - p;
  const DominatingPair* const part = losses.conditional.get();
  // A conditional pair without tails and without a distribution stands for a class of mechanisms. It has no single P
  // and Q to be mixed.
  if (part != nullptr && !part->tails_known() && part->measure() == nullptr) {
    throw NoLaw(losses.conditional);
  }
  const Real inside = rest * b + p * a, beside = rest * (one - b);
  const Real total = a.is_known_as(kOne) ? one : one - p * (one - a);
  std::vector<ChoiceBranch> branches;
  if (losses.conditional != nullptr) {
    branches.push_back(
        {b, inside / total, subsampled_pair(losses.conditional, p * a / inside, expression)});
  }
  if (!b.is_known_as(kOne)) {
    // The log of the ratio is passed explicitly, because for tiny 1 - b the quotient of the weights has no correct
    // digits at low precision.
    branches.push_back({one - b, beside / total, perfectly_private(), log_ratio(rest, total)});
  }
  return combined(branches, one, total, expression);
}

/// Returns the pair of subsampled(...,p=1) for a product. It is the pair of the product itself, but as a single
/// mechanism with this expression.
Mechanism whole_batch(const Mechanism& product) {
  const std::string expression = "subsampled(" + product->expression() + ",p=1)";
  const auto infinite = product->offer<InfiniteLosses>();
  return std::make_shared<PairWithInfinities>(
      infinite ? *infinite : InfiniteLosses{kOne, kOne, product, true}, expression,
      product->identity());
}

Mechanism make_subsampled(const Parameters& q) {
  const Mechanism& written = q.inner.front().mechanism;
  const Real p(sampling_rate(q));
  if (is_whole(q)) return q.inner.front().written == nullptr ? whole_batch(written) : written;
  (void)sampled_of(stated_pair(q.inner.front()));  // rejects groups and replaced records
  try {
    return subsampled_pair(written, p);
  } catch (const NoLaw&) {
    throw NoLaw(written);
  }
}

// PROOF(PARAMETER-ORDER) p of subsampled(M,p=)
//             The first part of the proof for p of subsampled_gaussian (one record added or removed) holds for all P
//             and Q.
std::optional<ParameterOrder> order_of_subsampled(const std::string& parameter, const Parameters&) {
  if (parameter == "p") return ParameterOrder::share();
  return std::nullopt;
}

/// Returns the hypotheses of the mechanism. With p = 1 they are those of the inner mechanism.
Hypotheses rule_of_subsampled(const WrittenFactor& factor, const std::vector<StatedPair>& inner) {
  return is_whole(factor.parameters) ? inner.front().hypotheses : sampled_of(inner.front());
}

std::string draw_subsampled(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(0.1, 3);
  return "subsampled(approximate_dp(epsilon=" + epsilon +
         ",delta=0),p=" + draw.log_uniform(0.01, 0.9) + ")";
}

}  // namespace

Mechanism subsampled_pair(const Mechanism& mechanism, const Real& p, const std::string& within) {
  if (p.is_known_as(kOne)) return mechanism;
  const auto text = [&](const std::string& inner) {
    if (!p.rational()) return within + " of " + inner;
    return "subsampled(" + inner + ",p=" + p.rational()->text() + ")";
  };
  const std::string expression = text(mechanism->expression());
  if (const auto infinite = mechanism->offer<InfiniteLosses>()) {
    return with_infinite_losses(*infinite, p, expression);
  }
  if (const auto* points = mechanism->atoms()) {
    return of_points(*points, p, expression, text(mechanism->identity()));
  }
  const auto sampling = mechanism->offer<Sampling>();
  if (const Mechanism own = sampling ? sampling->at(p, expression) : nullptr) return own;
  throw NoLaw(mechanism);
}

MechanismEntry subsampled_entry() {
  return {.name = "subsampled",
          .required = {"p"},
          .optional = {},
          .summary = "any mechanism with an explicit law, under Poisson subsampling at rate p",
          .make = make_subsampled,
          .order = order_of_subsampled,
          .inner = InnerKind::one,
          .draw = draw_subsampled,
          .subsampled = true,
          .facts = PairFacts{.dominance = PairDominance::inner,
                             .neighbours = kOneRecord,
                             .because = sampled_facts(kOneRecord, kSampledPair).because,
                             .rule = rule_of_subsampled}};
}

}  // namespace plumbline
