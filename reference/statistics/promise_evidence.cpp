#include "reference/statistics/promise_evidence.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

constexpr Bits kBits{192};
constexpr long kAlternatives = 64;  ///< number of subintervals of [g, 1]

/// Returns the likelihood ratio of the runs for the failure probability q_j against g, averaged over the alternatives
/// q_j = g + (1 - g) j/64.
Ball average_ratio(long runs, long wrong, const Rational& g) {
  Ball sum(kBits);
  for (long j = 1; j < kAlternatives; ++j) {
    const Rational rest = Rational(kAlternatives - j) / Rational(kAlternatives);  // (1 - q)/(1 - g)
    const Rational q = Rational(1) - rest * (Rational(1) - g);
    sum += power(Ball(q / g, kBits), Rational(wrong)) *
           power(Ball(rest, kBits), Rational(runs - wrong));
  }
  return sum / (kAlternatives - 1);
}

}  // namespace

// BOUND(PROMISE-EVIDENCE)
// Statement.  Let S settings have runs X_1, X_2, ... with X_i in {0, 1}, in an order that may depend on earlier
//             observations. For each run, X_i = 1 has a conditional probability of at most g given everything before.
//             With fixed q_1, ..., q_m in (g, 1) let
//
//                 E(n, k) = (1/m) sum_j (q_j/g)^k ((1 - q_j)/(1 - g))^(n - k)
//
//             after n runs of a setting, of which k are 1. With probability at least 1 - u, no setting has S/E(n, k)
//             <= u at any time.
// Needs.      S is fixed before the first run.
// Proof.      Given the past, the factor that a run contributes to a term has the expectation r q/g + (1 - r)(1 -
//             q)/(1 - g), where r <= g is the probability of 1. This expectation increases with r, because q/g > 1 >
//             (1 - q)/(1 - g), and is 1 at r = g. So each term is a nonnegative supermartingale that starts at 1,
//             also if runs of other settings lie in between. The same holds for E of each setting and for the average
//             of E over the settings. By Ville's inequality this average reaches 1/u with probability at most u, and
//             it does reach 1/u if one setting has E >= S/u.
// Source.     Ville 1939; the mixture is a choice.
UpperBound anytime_p_value(long runs, long wrong, const Rational& error, long settings) {
  if (wrong < 0 || wrong > runs || settings < 1 || error <= Rational(0) || error >= Rational(1)) {
    throw std::invalid_argument(
        "a p-value needs 0 <= wrong <= runs, 0 < error < 1 and a number of settings");
  }
  const Ball most = Ball::integer(settings, kBits) / average_ratio(runs, wrong, error);
  const UpperBound p = UpperBound::of(bound_number<"PROMISE-EVIDENCE">(most));
  return smaller(p, UpperBound::of(Ball::integer(1, kBits)));
}

}  // namespace plumbline
