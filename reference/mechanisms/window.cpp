#include "reference/mechanisms/window.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline {
namespace {

/// sum_{i<k} x^i/i!.
template <class Number>
Number partial_exponential(int k, const Number& x, const Number& one) {
  Number sum = one;
  for (int i = k - 1; i >= 1; --i) sum = one + x * sum * Ball(Rational(1, i), x.precision());
  return sum;
}

/// P(k, x) = 1 - Q(k, x), x > 0, with full relative accuracy: e^{-x} times the rest of the
/// exponential series, which beyond its m-th term is at most the next term / (1 - x/(m+1)).
Ball lower_gamma(int k, const Ball& x) {
  const Bits p = x.precision();
  const Ball one = Ball::integer(1, p);
  if (!certainly_less(x, Ball::integer(k, p))) {
    return one - exp(-x) * partial_exponential(k, x, one);
  }
  Ball term = one;
  for (int i = 1; i <= k; ++i) term = term * x / i;
  Ball sum = term;
  const UpperBound small = UpperBound::of(exp(Ball::integer(-p.n, Bits{64})));
  for (int i = k + 1;; ++i) {
    term = term * x / i;
    sum += term;
    if (i < k + 20000 && !(UpperBound::of(term) <= UpperBound::of(sum) * small)) continue;
    const Ball rest = term * x / (Ball::integer(i + 1, p) - x);  // x < k < i + 1
    return exp(-x) * widen(sum, UpperBound::of(rest));
  }
}

Ball upper_gamma(int k, const Ball& x) {
  return exp(-x) * partial_exponential(k, x, Ball::integer(1, x.precision()));
}

Ball argument(double edge, const Ball& z, const Ball& kappa) {
  return exp(z - Ball::from_binary64(edge, z.precision())) * kappa;
}

ComplexBall upper_gamma(int k, double edge, const ComplexBall& z) {
  const Bits p = z.precision();
  const ComplexBall x = exp(z - ComplexBall(Ball::from_binary64(edge, p)));
  return exp(-x) * partial_exponential(k, x, ComplexBall(Ball::integer(1, p)));
}

double log_upper_gamma(int k, double x) {
  double sum = 1;
  for (int i = k - 1; i >= 1; --i) sum = 1 + x * sum / i;
  return std::isfinite(sum) ? std::log(sum) - x : -std::numeric_limits<double>::infinity();
}

double log_lower_gamma(int k, double x) {
  if (x > 0.7 * k) return std::log1p(-std::exp(log_upper_gamma(k, x)));
  double sum = 1, term = 1;
  for (int i = k + 1; term > 1e-17 * sum; ++i) {
    term *= x / i;
    sum += term;
  }
  return k * std::log(x) - std::lgamma(k + 1.0) - x + std::log(sum);
}

/// x^{k-1} e^{-x} / Gamma(k, x) = x^{k-1}/(k-1)! / sum_{i<k} x^i/i!, written in 1/x.
template <class Number>
Number hazard(int k, const Number& x, const Number& one) {
  // 1 + (k-1)/x (1 + (k-2)/x (1 + ...))
  Number sum = one;
  for (int i = 1; i < k; ++i) sum = one + sum * static_cast<long>(i) / x;
  return one / sum;
}

}  // namespace

Window upper_part(const Window& w) { return {std::nullopt, w.high, w.k}; }
Window lower_part(const Window& w) { return {w.low, std::nullopt, w.k}; }

Ball window_value(const Window& w, const Ball& z, const Ball& kappa) {
  const Ball one = Ball::integer(1, z.precision());
  if (w.whole()) return one;
  if (!w.low) return upper_gamma(w.k, argument(*w.high, z, kappa));
  const Ball x = argument(*w.low, z, kappa);
  if (!w.high) return lower_gamma(w.k, x);
  const Ball y = argument(*w.high, z, kappa);  // y < x
  // Left of the mean cut the lower functions are the small ones.
  if (certainly_less(x, Ball::integer(w.k, z.precision()))) {
    return lower_gamma(w.k, x) - lower_gamma(w.k, y);
  }
  return upper_gamma(w.k, y) - upper_gamma(w.k, x);
}

ComplexBall window_value(const Window& w, const ComplexBall& z) {
  const ComplexBall one(Ball::integer(1, z.precision()));
  if (w.whole()) return one;
  if (!w.low) return upper_gamma(w.k, *w.high, z);
  if (!w.high) return one - upper_gamma(w.k, *w.low, z);
  return upper_gamma(w.k, *w.high, z) - upper_gamma(w.k, *w.low, z);
}

// BOUND(WINDOW-GROWTH)
// Statement.  |X(z + i theta)| <= cos(theta)^{-k} X(z + log cos theta), |theta| < pi/2.
// Proof.      (k-1)! X(z + i theta) is the integral of v^{k-1} e^{-v} over v = r e^{i theta}, from
//             r = e^{z-high} to e^{z-low} (entire integrand, zero at infinity within the right half
//             plane): its modulus is at most the integral of r^{k-1} e^{-r cos theta} dr, which is
//             (k-1)! cos(theta)^{-k} X(z + log cos theta).
// Source.     Elementary.
Ball window_growth(const Window& w, const Ball& theta) {
  const Bits p = theta.precision();
  if (w.whole()) return Ball::integer(1, p);
  if (!certainly_less(abs(theta), Ball::pi(p) / 2)) return Ball::indeterminate(p);
  return Ball::integer(1, p) / power(cos(theta), Rational(w.k));
}

// BOUND(WINDOW-HAZARD)
// Statement.  For a window with an upper edge alone, c >= 0 and x = kappa e^{z-high}: if x h(x) >=
//             c rho e^z/(1 + rho e^z) then X(z + log kappa) (1 + rho e^z)^c decreases from z on;
//             h(x) = x^{k-1} e^{-x}/Gamma(k, x). For other windows nothing is claimed.
// Proof.      d log X/dz = -x h(x) and d log(1 + rho e^z)^c/dz = c rho x'/(1 + rho x'), x' = e^z.
//             Per unit of e^z the two are kappa e^{-high} h(x), which increases (the gamma law's
//             hazard rate increases for k >= 1), and c rho/(1 + rho x'), which decreases.
// Source.     Elementary; hazard rates: Barlow and Proschan 1975.
bool window_wins(const Window& w, const Ball& z, const Ball& kappa, const Ball& rho,
                 const Ball& c) {
  if (!w.high || w.low) return false;
  const Ball one = Ball::integer(1, z.precision()), ratio = rho * exp(z);
  const Ball x = argument(*w.high, z, kappa);
  return certainly_at_most(c * ratio / (one + ratio), x * hazard(w.k, x, one));
}

double log_window(const Window& w, double z) {
  if (w.whole()) return 0;
  if (!w.low) return log_upper_gamma(w.k, std::exp(z - *w.high));
  const double x = std::exp(z - *w.low);
  if (!w.high) return log_lower_gamma(w.k, x);
  const double y = std::exp(z - *w.high);
  const bool left = x < w.k;
  const double big = left ? log_lower_gamma(w.k, x) : log_upper_gamma(w.k, y);
  const double small = left ? log_lower_gamma(w.k, y) : log_upper_gamma(w.k, x);
  return small > -700 ? big + std::log1p(-std::exp(std::min(small - big, -1e-300))) : big;
}

bool window_seems_to_win(const Window& w, double z, double kappa, double rho, double c) {
  if (!w.high || w.low) return false;
  const double ratio = rho * std::exp(z), x = kappa * std::exp(z - *w.high);
  double sum = 1;
  for (int i = 1; i < w.k; ++i) sum = 1 + sum * i / x;
  return c * ratio / (1 + ratio) <= 0.999 * x / sum;
}

}  // namespace plumbline
