#include "reference/mechanisms/allocation/allocation_large.hpp"

#include <cmath>
#include <vector>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::allocation {
namespace {

constexpr double kMostProducts = 2e7;

using Series = std::vector<Ball>;  // coefficients 0 .. n

Series product(const Series& a, const Series& b) {
  Series out(a.size(), Ball(a.front().precision()));
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; i + j < a.size(); ++j) out[i + j] += a[i] * b[j];
  }
  return out;
}

/// Returns b^m for m >= 0.
Series power_of(const Series& b, long m) {
  Series out(b.size(), Ball(b.front().precision()));
  out[0] = Ball::integer(1, b.front().precision());
  Series square = b;
  for (; m > 0; m /= 2) {
    if (m % 2 == 1) out = product(out, square);
    if (m > 1) square = product(square, square);
  }
  return out;
}

}  // namespace

// BOUND(ALLOCATION-LARGE)
// Statement.  Let c = n + h, where n >= 1 is an integer and 0 <= h < 1. Let B(z) = sum_k e^{k(k-1) mu^2/2} z^k/k! and
//             A_v(z) = sum_k v(k) e^{k(k-1) mu^2/2 + h k mu^2} z^k/k!. With
//
//                 M(v) = t^{1-c} e^{h(h-1) mu^2/2} n! [z^n] A_v(z) B(z)^{t-1},
//
//             M((k/n)^{1-h}) <= K(c) = E[(S/t)^c] <= M(1). For integers m, K(m) = t^{-m} m! [z^m] B(z)^t. log K(c)
//             lies below the chord of log K from n to n + 1, above the line through its values at n-1 and n, and above
//             the line through its values at n+1 and n+2.
// Needs.      c >= 2, the floor of c is decided, and t >= 1: checked here (indeterminate otherwise).
// Proof.      S^n is the sum over all k_1 + ... + k_t = n of n!/(k_1! ... k_t!) prod Y_i^{k_i}. The product has the
//             mean prod e^{k_i(k_i-1) mu^2/2}. Under the law weighted by the product, the Y_i have the law of x_i =
//             e^{k_i mu^2} Y_i. Hence E[S^n S^h] is the sum of n!/(k_1! ... k_t!) times these means times E[(sum_i
//             x_i)^h]. For h = 0 this gives K(n). Because 0 <= h <= 1, (sum x_i)^h <= sum x_i^h. Jensen's inequality
//             with the weights k_i/n gives (sum x_i)^h >= sum_i (k_i/n)^{1-h} x_i^h. Further, E[x_i^h] = e^{h k_i
//             mu^2} e^{h(h-1) mu^2/2}. By symmetry the sum over i is t times the term i = 1, which is a coefficient of
//             a product of series with positive terms. The chord and the lines: TRANSFORM-BETWEEN.
// Source.     This project's.
Ball log_large_range(const AllocationLaw& law, const Ball& c) {
  const Bits p = c.precision();
  const auto floor = certain_floor(c);
  const Ball nothing = Ball::indeterminate(p);
  if (!floor || !certainly_at_most(Ball::integer(2, p), c)) return nothing;
  const double size = floor->approximate(), steps = law.t_approx;
  if (!(size * size * std::log2(steps + 1) < kMostProducts && steps < 1e15)) return nothing;
  const long n = std::lround(size), t = std::lround(steps);
  const Bits work = p + 64;
  const Ball h = c.at(work) - n, mu2 = square(Ball(law.mu, work)), one = Ball::integer(1, work),
             log_t = log(Ball(law.t, work));
  Series B, above, below;
  std::vector<Ball> log_factorial;
  Ball factorial = one;
  for (long k = 0; k <= n + 2; ++k) {
    if (k > 0) factorial = factorial * k;
    const Ball pairs(Rational(k) * Rational(k - 1) / Rational(2), work);
    B.push_back(exp(mu2 * pairs) / factorial);
    log_factorial.push_back(log(factorial));
    above.push_back(B.back() * exp(h * mu2 * k));
    const Ball share(Rational(k, static_cast<unsigned long>(n)), work);
    below.push_back(k == 0 ? Ball(work) : above.back() * power(share, one - h));
  }
  const Series others = power_of(B, t - 1);
  const auto coefficient = [&](const Series& A, long m) {
    Ball sum(work);
    for (long k = 0; k <= m; ++k) {
      sum += A[static_cast<size_t>(k)] * others[static_cast<size_t>(m - k)];
    }
    return log(sum);
  };
  const auto at = [&](long m) {
    return coefficient(B, m) + log_factorial[static_cast<size_t>(m)] - log_t * m;
  };
  const Ball before = at(n - 1), low = at(n), high = at(n + 1), after = at(n + 2);
  const Ball outside =
      log_t * (one - c.at(work)) + h * (h - 1) * mu2 / 2 + log_factorial[static_cast<size_t>(n)];
  const Ball lines = max(low + (low - before) * h, high + (high - after) * (one - h));
  const Ball least = max(outside + coefficient(below, n), lines);
  const Ball most = min(outside + coefficient(above, n), low * (one - h) + high * h);
  return bound<"ALLOCATION-LARGE">(Ball::hull(least, most)).rounded(p);
}

}  // namespace plumbline::allocation
