#include "reference/statistics/error_limits.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/statistics/clopper_pearson.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Additional digits with which the limits are computed, because differences and logarithms of the limits lose digits.
constexpr int kGuard = 12;

void require_open_unit(const std::string& name, const Rational& x, const std::string& remedy) {
  if (x.sign() > 0 && x < Rational(1)) return;
  throw std::invalid_argument(name + " must be in (0, 1), got " + x.text() + remedy);
}

void require_count(const std::string& what, long count, long of) {
  if (count >= 0 && count <= of) return;
  throw std::invalid_argument("counts must not be negative, nor above their trials: " +
                              std::to_string(count) + " of " + std::to_string(of) + " " + what);
}

Ball one(const Ball& like) { return Ball::integer(1, like.precision()); }

/// Returns max(0, log(gain/error)); returns 0 if gain is not positive, or if error is not certainly positive.
Ball log_ratio(const Ball& gain, const Ball& error) {
  const Ball zero(gain.precision());
  if (!certainly_positive(error) || certainly_at_most(gain, error)) return zero;
  if (certainly_positive(gain)) return max(zero, log(gain / error));
  return Ball::hull(zero, max(zero, log(gain.upper() / error)));
}

/// Returns max(0, x) as an answer.
Certified nonnegative(const Ball& x, const std::string& method, int digits,
                      const std::optional<Rational>& most = {}) {
  return limited(certified({max(x, Ball(x.precision())), {}}, method, digits, true), Rational(0),
                 most);
}

}  // namespace

ErrorShares ErrorShares::of(const Rational& confidence, const Rational& split) {
  const bool percent = confidence > Rational(1) && confidence < Rational(100);
  require_open_unit(
      "confidence", confidence,
      percent ? "; is " + (confidence / Rational(100)).text() + " meant?" : std::string());
  require_open_unit("split", split, "");
  const Rational error = Rational(1) - confidence;
  return {error * split, error * (Rational(1) - split)};
}

void TrialCounts::check() const {
  require_count("false positives", false_positives, others);
  require_count("misses", misses, members);
  if (others >= 1 && members >= 1) return;
  throw std::invalid_argument(
      "an audit needs at least two trials, one with the record and one without; got " +
      std::to_string(members) + " with and " + std::to_string(others) + " without");
}

ErrorLimits error_limits(const TrialCounts& counts, const ErrorShares& shares, int digits) {
  return {
      clopper_pearson_upper(counts.others, counts.false_positives, shares.alpha, digits + kGuard),
      clopper_pearson_upper(counts.members, counts.misses, shares.beta, digits + kGuard),
      "clopper_pearson"};
}

// BOUND(AUDIT-REFUTES)
// Statement.  Let a test have errors alpha <= A and beta <= B (with probability 1 - g1 - g2). Then every mechanism
//             whose trade-off function f has f(A) > B is refuted. The supremum of the refuted values is, for claims
//             of one epsilon at delta,
//
//                 forward  max(0, log((1 - delta - B)/A)),    reverse  max(0, log((1 - delta - A)/B)),
//
//             and the larger of them for both directions; for claims of one delta at epsilon
//
//                 forward  max(0, 1 - B - e^epsilon A),       reverse  max(0, 1 - A - e^epsilon B);
//
//             for mu  max(0, PhiInv(1 - A) - PhiInv(B)); for the total variation  max(0, 1 - A - B); and for a TPR at
//             FPR x
//
//                 (x/A)(1 - B) for x <= A,    1 - B (1 - x)/(1 - A) for x >= A,    but at least x.
// Needs.      alpha <= A and beta <= B hold simultaneously for the true errors of one test: the caller
//             (CLOPPER-PEARSON at g1 and g2, or a band of SCORE-CUTS, SCORE-DKW, SCORE-EQUAL). A > 0.
// Proof.      B >= beta >= f(alpha) >= f(A), because f is nonincreasing. An (epsilon, delta) claim for the forward
//             direction states TPR <= e^epsilon FPR + delta for every test: 1 - B <= 1 - beta <= e^epsilon alpha +
//             delta <= e^epsilon A + delta. The claim for the reverse direction states it for the test with both
//             answers exchanged: 1 - A <= e^epsilon B + delta. Every epsilon below the logarithm contradicts this,
//             and no epsilon above it does. The same holds for every delta below 1 - B - e^epsilon A, or below 1 - A
//             - e^epsilon B. G_mu(A) = Phi(PhiInv(1 - A) - mu) decreases in mu. The total variation is at least 1 -
//             alpha - beta. Because f is convex, f(0) <= 1 and f(1) = 0, f lies below the lines from (0, 1) to (A, B)
//             and from (A, B) to (1, 0), and f(x) <= 1 - x.
// Source.     Kairouz, Oh and Viswanath 2015 (regions of errors); Dong, Roth and Su 2022 (G_mu).
Certified audited_epsilon(const ErrorLimits& limits, const Rational& delta, Direction direction,
                          int digits) {
  if (delta.sign() < 0 || delta >= Rational(1)) {
    throw std::invalid_argument("delta must be in [0, 1), got " + delta.text());
  }
  const Ball left = one(limits.alpha) - Ball(delta, limits.alpha.precision());
  const Ball forward = log_ratio(left - limits.beta, limits.alpha),
             reverse = log_ratio(left - limits.alpha, limits.beta);
  const Ball found = direction == Direction::forward   ? forward
                     : direction == Direction::reverse ? reverse
                                                       : max(forward, reverse);
  return nonnegative(bound<"AUDIT-REFUTES">(found), limits.method, digits);
}

Certified audited_delta(const ErrorLimits& limits, const Real& epsilon, Direction direction,
                        int digits) {
  if (known_sign(epsilon).value_or(1) < 0) {
    throw std::invalid_argument("epsilon must not be negative, got " + epsilon.text());
  }
  const Ball factor = exp(epsilon(limits.alpha.precision()));
  const Ball forward = one(limits.alpha) - limits.beta - factor * limits.alpha,
             reverse = one(limits.alpha) - limits.alpha - factor * limits.beta;
  const Ball found = direction == Direction::forward   ? forward
                     : direction == Direction::reverse ? reverse
                                                       : max(forward, reverse);
  return nonnegative(bound<"AUDIT-REFUTES">(found), limits.method, digits, Rational(1));
}

Certified audited_mu(const ErrorLimits& limits, int digits) {
  const auto open = [](const Ball& x) {
    return certainly_positive(x) && certainly_less(x, one(x));
  };
  const Ball zero(limits.alpha.precision());
  if (!open(limits.alpha) || !open(limits.beta)) return nonnegative(zero, limits.method, digits);
  const Ball mu = -(normal_quantile(limits.alpha) + normal_quantile(limits.beta));
  return nonnegative(mu, limits.method, digits);
}

Certified audited_advantage(const ErrorLimits& limits, int digits) {
  const Ball found = one(limits.alpha) - limits.alpha - limits.beta;
  return nonnegative(found, limits.method, digits, Rational(1));
}

Certified audited_tpr(const ErrorLimits& limits, const Rational& fpr, int digits) {
  if (fpr.sign() < 0 || fpr > Rational(1)) {
    throw std::invalid_argument("fpr must be in [0, 1], got " + fpr.text());
  }
  const Ball x(fpr, limits.alpha.precision()), top = one(x);
  if (fpr == Rational(1)) return nonnegative(top, limits.method, digits, Rational(1));
  const Ball left = x / limits.alpha * (top - limits.beta);
  // For x below limits.alpha, `right` is larger than `left`, above it smaller. The smaller value is
  // valid. If limits.alpha = 1, only the trivial bound x is known.
  if (!certainly_less(limits.alpha, top)) {
    return nonnegative(limits.alpha.is_exact() ? x : Ball::hull(x, top), limits.method, digits,
                       Rational(1));
  }
  const Ball right = top - limits.beta * (top - x) / (top - limits.alpha);
  return nonnegative(max(x, min(left, right)), limits.method, digits, Rational(1));
}

Certified audited_alpha(const ErrorLimits& limits, int digits) {
  return within(certified({limits.alpha, {}}, limits.method, digits), Rational(0), Rational(1));
}

Certified audited_beta(const ErrorLimits& limits, int digits) {
  return within(certified({limits.beta, {}}, limits.method, digits), Rational(0), Rational(1));
}

}  // namespace plumbline
