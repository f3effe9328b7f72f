#include "reference/mechanisms/window.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {

// BOUND(WINDOW-SERIES)
// Statement.  For 0 < x < k and m >= k:
//
//                 P(k, x) = e^{-x} (sum_{i=k}^{m} x^i/i! + R),  0 <= R <= (x^m/m!) x/(m + 1 - x).
//
// Needs.      (a) k >= 1 and x < k: checked here (indeterminate otherwise). (b) x > 0: checked here
//             as x >= 0, for which the statement holds with R = 0.
// Proof.      P(k, x) = 1 - Q(k, x) = 1 - e^{-x} sum_{i<k} x^i/i! is e^{-x} times the remainder of the exponential
//             series. R is the sum of x^i/i! over i > m. Its first term is (x^m/m!) x/(m + 1), and each following
//             term is the previous one times x/i <= x/(m + 1) < 1. So R is at most (x^m/m!) x/(m + 1) / (1 - x/(m +
//             1)).
// Source.     Elementary.
Ball lower_gamma_series(int k, const Ball& x, int terms) {
  const Bits p = x.precision();
  if (k < 1 || !certainly_less(x, Ball::integer(k, p)) || certainly_negative(x)) {
    return Ball::indeterminate(p);
  }
  Ball term = Ball::integer(1, p);
  for (int i = 1; i <= k; ++i) term = term * x / i;
  Ball sum = term;
  const UpperBound small = UpperBound::of(exp(Ball::integer(-p.n, Bits{64})));
  constexpr int kMostTerms = 20000;
  const auto enough = [&](int m) {
    if (terms > 0) return m - k + 1 >= terms;
    return m - k >= kMostTerms || UpperBound::of(term) <= UpperBound::of(sum) * small;
  };
  int m = k;
  while (!enough(m)) {
    ++m;
    term = term * x / m;
    sum += term;
  }
  const Ball rest = term * x / (Ball::integer(m + 1, p) - x);
  return exp(-x) * widen(sum, bound<"WINDOW-SERIES">(UpperBound::of(rest)));
}

namespace {

/// Returns sum_{i<k} x^i/i!.
template <class Number>
Number partial_exponential(int k, const Number& x, const Number& one) {
  Number sum = one;
  for (int i = k - 1; i >= 1; --i)
    sum = one + x * sum * Ball(Rational(1, static_cast<unsigned long>(i)), x.precision());
  return sum;
}

/// Returns P(k, x) = 1 - Q(k, x), x > 0, with full relative accuracy.
Ball lower_gamma(int k, const Ball& x) {
  const Bits p = x.precision();
  const Ball one = Ball::integer(1, p);
  if (certainly_less(x, Ball::integer(k, p))) return lower_gamma_series(k, x);
  return one - exp(-x) * partial_exponential(k, x, one);
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
  return k * std::log(x) - log_gamma(k + 1.0) - x + std::log(sum);
}

/// Returns x^{k-1} e^{-x} / Gamma(k, x) = x^{k-1}/(k-1)! / sum_{i<k} x^i/i!, in terms of 1/x.
template <class Number>
Number hazard(int k, const Number& x, const Number& one) {
  // 1 + (k-1)/x (1 + (k-2)/x (1 + ...))
  Number sum = one;
  for (int i = 1; i < k; ++i) sum = one + sum * static_cast<long>(i) / x;
  return one / sum;
}

}  // namespace

bool Window::valid() const {
  const bool edges = (!low || std::isfinite(*low)) && (!high || std::isfinite(*high));
  return k >= 1 && edges && (!low || !high || *low < *high);
}

Window upper_part(const Window& w) { return {std::nullopt, w.high, w.k}; }
Window lower_part(const Window& w) { return {w.low, std::nullopt, w.k}; }

Ball window_value(const Window& w, const Ball& z, const Ball& kappa) {
  const Ball one = Ball::integer(1, z.precision());
  if (!w.valid()) return Ball::indeterminate(z.precision());
  if (w.whole()) return one;
  if (!w.low) return upper_gamma(w.k, argument(*w.high, z, kappa));
  const Ball x = argument(*w.low, z, kappa);
  if (!w.high) return lower_gamma(w.k, x);
  const Ball y = argument(*w.high, z, kappa);  // y < x
  // Left of the middle of the window the lower incomplete gamma functions are small, so that their difference is
  // accurate.
  if (certainly_less(x, Ball::integer(w.k, z.precision()))) {
    return lower_gamma(w.k, x) - lower_gamma(w.k, y);
  }
  return upper_gamma(w.k, y) - upper_gamma(w.k, x);
}

ComplexBall window_value(const Window& w, const ComplexBall& z) {
  const ComplexBall one(Ball::integer(1, z.precision()));
  if (!w.valid()) return ComplexBall(Ball::indeterminate(z.precision()));
  if (w.whole()) return one;
  if (!w.low) return upper_gamma(w.k, *w.high, z);
  if (!w.high) return one - upper_gamma(w.k, *w.low, z);
  return upper_gamma(w.k, *w.high, z) - upper_gamma(w.k, *w.low, z);
}

// BOUND(WINDOW-GROWTH)
// Statement.  For |theta| < pi/2:
//
//                 |X(z + i theta)| <= cos(theta)^{-k} X(z + log cos theta).
//
// Needs.      (a) k >= 1 and low < high: checked here. (b) |theta| < pi/2 (unless the window has no edges): checked
//             here. Indeterminate otherwise.
// Proof.      Without edges X = 1. Otherwise recall that Gamma(k, x) is the integral of v^{k-1} e^{-v} from x to
//             infinity. So (k-1)! X(z + i theta) is that integral along the ray v = r e^{i theta} from r = e^{z-high}
//             (0 without an upper edge) to r = e^{z-low} (infinity without a lower edge), because the integrand is
//             entire and vanishes at infinity within the right half plane. On the ray its modulus is r^{k-1} e^{-r
//             cos theta}. With r = v/cos theta,
//
//                 int r^{k-1} e^{-r cos theta} dr = cos(theta)^{-k} int v^{k-1} e^{-v} dv,
//
//             where v runs from e^{z-high} cos theta to e^{z-low} cos theta. The right side is (k-1)! cos(theta)^{-k}
//             X(z + log cos theta).
// Source.     Elementary.
Ball window_growth(const Window& w, const Ball& theta) {
  const Bits p = theta.precision();
  if (w.whole()) return Ball::integer(1, p);
  if (!w.valid() || !certainly_less(abs(theta), Ball::pi(p) / 2)) return Ball::indeterminate(p);
  return bound_number<"WINDOW-GROWTH">(Ball::integer(1, p) / power(cos(theta), Rational(w.k)));
}

// BOUND(WINDOW-HAZARD)
// Statement.  Consider a window with an upper edge alone, c >= 0, rho >= 0, kappa > 0 and x = kappa e^{z-high}. If
//
//                 x h(x) >= c rho e^z/(1 + rho e^z),  h(x) = x^{k-1} e^{-x}/Gamma(k, x),
//
//             then X(z + log kappa) (1 + rho e^z)^c decreases from z on. The statement claims nothing for other
//             windows.
// Needs.      (a) An upper edge alone, k >= 1, c >= 0 and rho >= 0: checked here (false is returned otherwise). (b)
//             kappa > 0: checked here as x > 0.
// Proof.      X(z + log kappa) = Gamma(k, x)/(k-1)! has d log X/dz = -x h(x), and d log (1 + rho e^z)^c/dz = c rho
//             e^z/(1 + rho e^z). Divide both by e^z. The first becomes -kappa e^{-high} h(x), whose modulus increases
//             in z, because the hazard rate of a gamma law increases for k >= 1. The second becomes c rho/(1 + rho
//             e^z), which decreases. So the premise holds from z on.
// Source.     Elementary; hazard rates: Barlow and Proschan 1975.
bool window_wins(const Window& w, const Ball& z, const Ball& kappa, const Ball& rho,
                 const Ball& c) {
  if (!w.valid() || !w.high || w.low) return false;
  const Ball one = Ball::integer(1, z.precision()), zero(z.precision()), ratio = rho * exp(z);
  const Ball x = argument(*w.high, z, kappa);
  if (!certainly_at_most(zero, c) || !certainly_at_most(zero, rho) || !certainly_positive(x)) {
    return false;
  }
  return proved<"WINDOW-HAZARD">(
      certainly_at_most(c * ratio / (one + ratio), x * hazard(w.k, x, one)));
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
