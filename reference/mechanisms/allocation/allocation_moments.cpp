#include "reference/mechanisms/allocation/allocation_moments.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/allocation/allocation_sketch.hpp"

namespace plumbline::allocation {

// b = a^t has a b' = t a' b: with a_0 = b_0 = 1 its coefficients follow one from the other,
//     n b_n = sum_{k=1}^n (k t - (n - k)) a_k b_{n-k}.
std::vector<Ball> moments(const AllocationLaw& law, long n, Bits p) {
  const Bits work = p + 2 * n + 64;
  const Ball mu2 = square(Ball(law.mu, work)), t(law.t, work);
  std::vector<Ball> a, b, out;
  Ball scale = Ball::integer(1, work);  // t^k k!
  for (long k = 0; k <= n; ++k) {
    if (k > 0) scale = scale * t * k;
    a.push_back(exp(mu2 * Ball(Rational(k) * Rational(k - 1) / Rational(2), work)) / scale);
  }
  b.push_back(Ball::integer(1, work));
  out.push_back(Ball::integer(1, p));
  Ball factorial = Ball::integer(1, work);
  for (long m = 1; m <= n; ++m) {
    Ball sum(work);
    for (long k = 1; k <= m; ++k) {
      const size_t i = static_cast<size_t>(k), j = static_cast<size_t>(m - k);
      sum += a[i] * b[j] * Ball(law.t * Rational(k) - Rational(m - k), work);
    }
    b.push_back(sum / m);
    factorial = factorial * m;
    out.push_back((b.back() * factorial).rounded(p));
  }
  return out;
}

// BOUND(ALLOCATION-MOMENT)
// Statement.  For s > 0
//
//                 E[(S/t)^n] <= n! s^-n (sum_{k=0}^n e^{k(k-1) mu^2/2} (s/t)^k/k!)^t.
//
// Needs.      n >= 1: checked here (indeterminate otherwise).
// Proof.      E[Y^k] = e^{k(k-1) mu^2/2}, and E[(S/t)^n]/n! is the coefficient of s^n in the t-th
//             power of the formal series sum_k E[Y^k] (s/t)^k/k!, in which terms beyond k = n play
//             no part. All coefficients are positive: s^n times one of them is at most the whole.
// Slack.      Some sqrt(2 pi n).
// Source.     Elementary.
Ball moment_bound(const AllocationLaw& law, long n, double log_s, Bits p) {
  if (n < 1) return Ball::indeterminate(p);
  const Ball mu2 = square(Ball(law.mu, p)), log_x = exact(log_s, p) - log(Ball(law.t, p));
  Ball more(p), log_factorial(p);
  for (long k = 1; k <= n; ++k) {
    log_factorial += log(Ball::integer(k, p));
    const Ball pairs(Rational(k) * Rational(k - 1) / Rational(2), p);
    more += exp(mu2 * pairs + log_x * k - log_factorial);
  }
  const Ball total = log_factorial - exact(log_s, p) * n + log1p(more) * Ball(law.t, p);
  return bound_number<"ALLOCATION-MOMENT">(exp(total));
}

// BOUND(ALLOCATION-BETWEEN)
// Statement.  For 1 <= n <= c <= n + 1, 1 <= K(c) <= K(n)^{n+1-c} K(n+1)^{c-n}.
// Needs.      c >= 1, below the largest n tried: checked here (indeterminate otherwise).
// Proof.      log K is convex (Hoelder), and K(0) = K(1) = 1: so it is nonnegative for c >= 1.
// Source.     Elementary.
Ball transform_range(const AllocationLaw& law, double c, Bits p) {
  constexpr double kMost = 20000;
  if (!(c >= 1 && c < kMost)) return Ball::indeterminate(p);
  constexpr long kMostExact = 400;
  const long n = static_cast<long>(c);
  const Ball share = exact(c, p) - n, one = Ball::integer(1, p);
  std::vector<Ball> known;
  if (n < kMostExact) known = moments(law, n + 1, p);
  if (!known.empty() && share.is_exactly_zero()) return known[static_cast<size_t>(n)];
  const auto moment = [&](long k) {
    if (!known.empty()) return known[static_cast<size_t>(k)];
    const double log_s = sketch_of(law).moment_saddle(static_cast<double>(k));
    return moment_bound(law, k, rounded_down(log_s, 20), p);
  };
  const Ball top = exp(log(moment(n)) * (one - share) + log(moment(n + 1)) * share);
  if (!top.is_finite()) return Ball::indeterminate(p);
  return bound<"ALLOCATION-BETWEEN">(Ball::hull(one, max(one, top.upper())));
}

}  // namespace plumbline::allocation
