/// The normal distribution.
#include <mpfr.h>

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/bound.hpp"

namespace plumbline {

Ball normal_density(const Ball& x) {
  const Ball two_pi = Ball::pi(x.precision()) * 2;
  return exp(-(square(x) / 2)) / sqrt(two_pi);
}

namespace {

/// Beyond this argument the asymptotic series has full precision, and arb's erfc loses relative accuracy.
constexpr long kFarNormal = 1L << 16;

// BOUND(NORMAL-FAR)
// Statement.  For x > 0 and n >= 1, with phi the normal density and (2k-1)!! = 1 3 5 .. (2k-1), 1 for k = 0,
//
//                 |Phi(-x) - phi(x) sum_{k<n} (-1)^k (2k-1)!! x^{-2k-1}| <= phi(x) (2n-1)!! x^{-2n-1}.
//
// Needs.      x > 0: normal_survival() calls this function only for x >= 2^16.
// Proof.      Let I_k be the integral of t^{-2k} phi(t) from x to infinity, so that I_0 = Phi(-x). Because t phi(t)
//             is the derivative of -phi, integration by parts gives I_k = x^{-2k-1} phi(x) - (2k+1) I_{k+1}. After n
//             integrations by parts of I_0, the remainder is (-1)^n (2n-1)!! I_n. It satisfies I_n <= x^{-2n-1} times
//             the integral of t phi(t), which is phi(x).
// Source.     Elementary; Laplace's asymptotic series of the error function.
Ball far_survival(const Ball& x) {
  const Bits p = x.precision();
  const Ball inverse = Ball::integer(1, p) / x, square_inverse = square(inverse);
  Ball term = inverse, sum(p);
  const long terms = std::max(1L, p.n / 32);
  for (long k = 0; k < terms; ++k) {
    sum = sum + term;
    term = -(term * square_inverse * (2 * k + 1));
  }
  return normal_density(x) * widen(sum, bound<"NORMAL-FAR">(UpperBound::of(term)));
}

}  // namespace

Ball normal_survival(const Ball& x) {
  if (certainly_at_most(Ball::integer(kFarNormal, x.precision()), x)) return far_survival(x);
  return erfc(x / sqrt(Ball::integer(2, x.precision()))) / 2;
}

Ball normal_cdf(const Ball& x) { return normal_survival(-x); }

namespace {

/// Heuristic: starts from the asymptotics of the tail, then applies Newton's method to log Phi. log Phi is concave, so
/// that the method converges in exact arithmetic. If the computation fails, the result is not finite.
Ball quantile_near(const Ball& target) {
  const Bits bits = target.precision();
  double start = 0.0;
  const double log_p = target.log_approximate();
  if (log_p < -2) start = -std::sqrt(std::max(0.0, -2 * log_p - std::log(4 * M_PI * -log_p)));
  Ball x = Ball::from_binary64(start, bits);
  for (int i = 0; i < 80; ++i) {
    const Ball value = normal_cdf(x);
    const Ball step = (log(value) - log(target)) * value / normal_density(x);
    x = (x - step).midpoint();
    if (!x.is_finite()) return x;
    if (step.is_exactly_zero() || step.log_approximate() < -0.65 * static_cast<double>(bits.n) +
                                                               std::max(0.0, x.log_approximate())) {
      break;
    }
  }
  return x;
}

}  // namespace

// BOUND(NORMAL-QUANTILE)
// Statement.  If Phi(lo) <= q <= Phi(hi) for all q of the ball p, then Phi^{-1}(q) lies in [lo, hi] for all q of p.
//             Furthermore, Phi^{-1}(q) = -Phi^{-1}(1 - q).
// Needs.      0 < q < 1, Phi(lo) <= q and q <= Phi(hi) for all q of p: checked here (indeterminate otherwise).
// Proof.      Phi is increasing and continuous, from 0 to 1, and Phi(-x) = 1 - Phi(x). The statement does not depend
//             on the search for lo and hi, which uses Newton's method on log Phi.
// Source.     Elementary.
Ball normal_quantile(const Ball& p) {
  const Bits bits = p.precision();
  const Ball half = Ball(Rational(1, 2), bits);
  if (!certainly_positive(p) || !certainly_less(p, Ball::integer(1, bits))) {
    return Ball::indeterminate(bits);
  }
  if (certainly_less(half, p)) return -normal_quantile(Ball::integer(1, bits + 64) - p).at(bits);
  const Ball x = quantile_near(p.midpoint());
  if (!x.is_finite()) return Ball::indeterminate(bits);
  const Ball slack = (p - normal_cdf(x)) / normal_density(x);
  Ball reach = slack.magnitude().ball(bits) * 2 +
               exp(Ball::from_binary64(-0.69 * static_cast<double>(bits.n - 8), bits));
  for (int i = 0; i < 200; ++i) {
    const Ball lo = (x - reach).lower(), hi = (x + reach).upper();
    if (certainly_at_most(normal_cdf(lo), p) && certainly_at_most(p, normal_cdf(hi))) {
      return bound<"NORMAL-QUANTILE">(Ball::hull(lo, hi));
    }
    reach = reach * 2;
  }
  return Ball::indeterminate(bits);
}

}  // namespace plumbline
