#include "reference/mechanisms/finite/finite_reals.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/real_numbers.hpp"

namespace plumbline {
namespace {

struct Outcome {
  NumberSum P, Q;
};

/// The outcomes with positive mass under P and Q. Outcomes with the same P-mass and the same Q-mass are merged: one[i]
/// contains the masses of a single outcome, and sum[i] those of all outcomes merged with it.
struct Outcomes {
  NumberSum P_finite, Q_finite;
  std::vector<Outcome> one, sum;
};

Outcomes outcomes_of(const std::vector<NumberSum>& P, const std::vector<NumberSum>& Q) {
  Outcomes out;
  for (size_t i = 0; i < P.size(); ++i) {
    if (P[i].is_known_as(kZero) || Q[i].is_known_as(kZero)) continue;
    out.P_finite = out.P_finite + P[i];
    out.Q_finite = out.Q_finite + Q[i];
    size_t at = 0;
    while (at < out.one.size() &&
           !(same_terms(out.one[at].P, P[i]) && same_terms(out.one[at].Q, Q[i]))) {
      ++at;
    }
    if (at == out.one.size()) {
      out.one.push_back({P[i], Q[i]});
      out.sum.push_back({P[i], Q[i]});
    } else {
      out.sum[at] = {out.sum[at].P + P[i], out.sum[at].Q + Q[i]};
    }
  }
  return out;
}

/// Returns log x; exact for rational x.
Real log_of(const NumberSum& x) {
  const Real value = x.value();
  if (value.rational()) {
    if (*value.rational() == kOne) return Real(kZero);
    return Real(LogLinear{kZero, {{*value.rational(), kOne}}});
  }
  return Real([value](Bits p) { return log(value(p + 32)).at(p); });
}

/// Returns log(Q/P); the rational 0 if P and Q have equal terms.
Real loss_of(const Outcome& outcome) {
  if (same_terms(outcome.P, outcome.Q)) return Real(kZero);
  return log_of(outcome.Q) - log_of(outcome.P);
}

Real loss_of_finite(const Outcome& outcome, const Outcomes& all) {
  return loss_of(outcome) - loss_of({all.P_finite, all.Q_finite});
}

Mechanism pair_of_outcomes(const Outcomes& all, const std::string& expression) {
  std::vector<LossAtom> atoms;
  for (size_t i = 0; i < all.one.size(); ++i) {
    const Real mass = all.sum[i].P.value() / all.P_finite.value();
    atoms.push_back({mass, loss_of_finite(all.one[i], all)});
  }
  const bool all_zero = std::all_of(atoms.begin(), atoms.end(), [](const LossAtom& atom) {
    return atom.loss.is_known_as(kZero);
  });
  if (atoms.size() == 1 || all_zero) return zero_loss(expression);
  return std::make_shared<FinitePair>(atoms, expression, expression + " finite");
}

}  // namespace

Mechanism finite_pair_of_reals(const std::vector<NumberSum>& P, const std::vector<NumberSum>& Q,
                               const std::string& expression) {
  if (P.empty() || P.size() != Q.size()) {
    throw std::invalid_argument("P and Q need the same positive number of probabilities, got " +
                                std::to_string(P.size()) + " and " + std::to_string(Q.size()));
  }
  require_distribution("P", P);
  require_distribution("Q", Q);
  const Outcomes found = outcomes_of(P, Q);
  if (found.one.empty()) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{kZero, kZero, nullptr}, expression,
                                                "blatantly_non_private");
  }
  const Mechanism inner = pair_of_outcomes(found, expression);
  if (found.P_finite.is_known_as(kOne) && found.Q_finite.is_known_as(kOne)) return inner;
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{found.P_finite.value(), found.Q_finite.value(), inner,
                     same_terms(found.P_finite, found.Q_finite)},
      expression, expression + " infinite");
}

Mechanism approximate_dp_of_reals(const Real& epsilon, const Real& delta,
                                  const std::string& expression) {
  if (is_less(epsilon, Real(kZero))) {
    throw std::invalid_argument("epsilon must be at least 0, got " + epsilon.text());
  }
  require_probability("delta", delta);
  const auto end = [](const Real& loss) {
    return LossAtom{Real([loss](Bits p) {
                      return (Ball::integer(1, p + 16) / (exponential(loss, p + 16) + 1)).at(p);
                    }),
                    loss};
  };
  const std::string name = "randomized_response(epsilon=" + epsilon.text() + ")";
  const Mechanism inner =
      epsilon.is_known_as(kZero)
          ? zero_loss(expression)
          : std::make_shared<FinitePair>(std::vector<LossAtom>{end(-epsilon), end(epsilon)},
                                         expression, name);
  if (delta.is_known_as(kZero)) return inner;
  const Real rest = Real(kOne) - delta;
  if (rest.is_known_as(kZero)) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{kZero, kZero, nullptr}, expression,
                                                "blatantly_non_private");
  }
  return std::make_shared<PairWithInfinities>(InfiniteLosses{rest, rest, inner, true}, expression,
                                              inner->identity() + " infinite=" + delta.text());
}

}  // namespace plumbline
