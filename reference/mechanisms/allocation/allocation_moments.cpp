#include "reference/mechanisms/allocation/allocation_moments.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/allocation/allocation_sketch.hpp"

namespace plumbline::allocation {

namespace {

/// Returns the moments from the coefficients of b = a^t, where a is the power series of one step. This equation implies
/// a b' = t a' b. With a_0 = b_0 = 1 the coefficients satisfy the recurrence
///     n b_n = sum_{k=1}^n (k t - (n - k)) a_k b_{n-k}.
std::vector<Ball> moments_at(const AllocationLaw& law, long n, Bits p, Bits work) {
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

}  // namespace

// All terms are positive if n <= t. For n > t there is cancellation, which needs extra bits.
std::vector<Ball> moments(const AllocationLaw& law, long n, Bits p) {
  const bool positive = Rational(n) <= law.t;
  Bits work = p + 64 + (positive ? 0 : 2 * n);
  std::vector<Ball> out = moments_at(law, n, p, work);
  constexpr int kMostTries = 3;
  for (int i = 0; i < kMostTries && out.back().relative_digits() * 4 < static_cast<double>(p.n);
       ++i) {
    work = work + work.n;
    out = moments_at(law, n, p, work);
  }
  return out;
}

// BOUND(ALLOCATION-MOMENT)
// Statement.  For s > 0
//
//                 E[(S/t)^n] <= n! s^-n (sum_{k=0}^n e^{k(k-1) mu^2/2} (s/t)^k/k!)^t.
//
// Needs.      n >= 1: checked here (indeterminate otherwise).
// Proof.      E[Y^k] = e^{k(k-1) mu^2/2}. E[(S/t)^n]/n! is the coefficient of s^n in the t-th power of the formal
//             series sum_k E[Y^k] (s/t)^k/k!. The terms with k > n do not contribute to this coefficient. All
//             coefficients are positive, so s^n times one coefficient is at most the value of the truncated series.
// Slack.      The bound exceeds the moment by a factor of approximately sqrt(2 pi n).
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

// BOUND(ALLOCATION-POWER)
// Statement.  For c, s, y > 0 and an integer N >= 1, let
//
//                 w = e^{-y} y^N/N!,   q = 1 - w y/(N+1)/(1 - y/(N+2)).
//
//             Then E[(S/t)^c] <= (c/(e s))^c (sum_{k=0}^N e^{k(k-1) mu^2/2} (s/t)^k/k!)^t/q.
// Needs.      c > 0, N >= 1, y < N + 2, q > 0 and y (1 - w/q) >= c: checked here (indeterminate
//             otherwise).
// Proof.      Let T(x) = sum_{k<=N} x^k/k!. The claim is x^c <= (c/e)^c T(x)/q for all x > 0. (a) Let x <= y. w is the
//             probability that a Poisson variable with mean y equals N. q is at most the probability T(y) e^{-y} that
//             it is at most N, because the remaining terms decrease at least like a geometric series. For a mean x <=
//             y this event is more likely, so that T(x) >= q e^x >= q x^c (e/c)^c. (b) Let x >= y. As a function of
//             log x, log T(x) - c log x has the slope x T'(x)/T(x) - c. The quotient x T'(x)/T(x) is a mean degree of
//             T and increases with x. At y it is y (1 - w e^y/T(y)) >= y (1 - w/q) >= c. So T(x)/x^c is at least its
//             value at y. Now let x = s S/t. The mean of T(x) is the sum of the coefficients up to s^N of the t-th
//             power of sum_k E[Y^k] (s/t)^k/k!. The terms with k > N do not contribute to it.
// Slack.      Negligible if the variance of S/t is far below 1/c.
// Source.     This project's.
Ball power_bound(const AllocationLaw& law, double c, long N, double log_s, Bits p) {
  if (!(c > 0 && c < kMostPower) || N < 1) return Ball::indeterminate(p);
  const Ball order = exact(c, p), y = exact(rounded_down(c + std::sqrt(c) + 1, 20), p);
  const Ball mu2 = square(Ball(law.mu, p)), log_x = exact(log_s, p) - log(Ball(law.t, p));
  Ball more(p), log_factorial(p);
  for (long k = 1; k <= N; ++k) {
    log_factorial += log(Ball::integer(k, p));
    const Ball pairs(Rational(k) * Rational(k - 1) / Rational(2), p);
    more += exp(mu2 * pairs + log_x * k - log_factorial);
  }
  const Ball one = Ball::integer(1, p), w = exp(log(y) * N - y - log_factorial);
  const Ball rest = one - y / (N + 2);
  if (!certainly_positive(rest)) return Ball::indeterminate(p);
  const Ball q = one - w * y / (N + 1) / rest;
  if (!certainly_positive(q) || !certainly_at_most(order, y * (one - w / q))) {
    return Ball::indeterminate(p);
  }
  const Ball size = order * (log(order) - 1 - exact(log_s, p)) + log1p(more) * Ball(law.t, p);
  return bound_number<"ALLOCATION-POWER">(exp(size) / q);
}

// BOUND(ALLOCATION-BETWEEN)
// Statement.  For 1 <= n <= c <= n + 1, 1 <= K(c) <= K(n)^{n+1-c} K(n+1)^{c-n}.
// Needs.      c >= 1 and c < kMostPower: checked here (indeterminate otherwise).
// Proof.      log K is convex by Hoelder's inequality, which gives the upper bound. K(0) = K(1) = 1, so that log K is
//             nonnegative for c >= 1.
// Source.     Elementary.
Ball transform_range(const AllocationLaw& law, double c, Bits p) {
  if (!(c >= 1 && c < kMostPower)) return Ball::indeterminate(p);
  const long n = static_cast<long>(c);
  const Ball share = exact(c, p) - n, one = Ball::integer(1, p);
  const auto between = [&](const Ball& low, const Ball& high) {
    return exp(log(low) * (one - share) + log(high) * share).upper();
  };
  Ball top = Ball::indeterminate(p);
  if (n < kMostExact) {
    const std::vector<Ball> known = moments(law, n + 1, p);
    const Ball& low = known[static_cast<size_t>(n)];
    if (share.is_exactly_zero() && low.is_finite()) return low;
    top = between(low, known.back());
  }
  if (!top.is_finite()) {
    constexpr int kShort = 40;  // bits
    const Sketch& sketch = sketch_of(law);
    const auto moment = [&](long k) {
      const double log_s = sketch.moment_saddle(static_cast<double>(k), k);
      return moment_bound(law, k, rounded_down(log_s, kShort), p);
    };
    top = between(moment(n), moment(n + 1));
    const long N = power_order(c);
    const double log_s = rounded_down(sketch.moment_saddle(c, N), kShort);
    const Ball other = power_bound(law, c, N, log_s, p).upper();
    if (!top.is_finite() || certainly_less(other, top)) top = other;
  }
  if (!top.is_finite()) return Ball::indeterminate(p);
  return bound<"ALLOCATION-BETWEEN">(Ball::hull(one, max(one, top)));
}

}  // namespace plumbline::allocation
