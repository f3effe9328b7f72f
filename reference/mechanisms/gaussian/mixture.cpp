#include "reference/mechanisms/gaussian/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <list>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_bounds.hpp"
#include "reference/mechanisms/gaussian/mixture_mellin.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline::mixture {
namespace {

constexpr Bits kBoundBits{64};

/// Returns h / sqrt(2 pi), the factor of each node of a trapezoid rule.
Ball weight(double h, Bits p) { return exact(h, p) / sqrt(Ball::pi(p) * 2); }

/// Returns X(t; kappa), the window at z + log kappa, for real t.
Ball window_at(const MixtureLaw& law, const Ball& t, const Ball& kappa) {
  return window_value(law.window, log_ratio_normal(law, t), kappa);
}

/// Returns the extra bits for exponents of size |c L|: the absolute error of a large exponent is a relative error of
/// its exponential.
long exponent_bits(const MixtureLaw& law, const Grid& grid, double c) {
  const double edge = std::max(std::fabs(grid.step * static_cast<double>(grid.first)),
                               std::fabs(grid.step * static_cast<double>(grid.last)));
  const double size = edge * edge / 2 + (1 + std::fabs(c)) * (law.mu_approx * (edge + 1) + 1);
  return static_cast<long>(std::log2(size + 2)) + 8;
}

/// Returns the bits that cancel off the real axis, where moduli grow like e^{shift^2/2}. These bits matter only at
/// high precision.
long growth_bits(const Grid& grid, Bits p) {
  constexpr long kLong = 400;
  return p.n < kLong ? 0 : saturated(grid.shift * grid.shift / 2 / kLn2);
}

void require_law(const MixtureLaw& law) {
  if (law.mu.sign() > 0 && law.p.sign() > 0 && law.p < Rational(1)) return;
  throw std::logic_error("a Gaussian mixture needs mu > 0 and 0 < p < 1, got mu = " +
                         law.mu.text() + ", p = " + law.p.text());
}

/// Cache of the last values K(c) of the calling thread: a line and its bounds request the same values repeatedly.
class KnownTransforms {
 public:
  /// Finds a value with equal precision, so that a result does not depend on earlier calls.
  std::optional<Ball> find(const MixtureLaw& law, double c, Bits p) {
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& k) {
      return k.c == c && k.bits == p.n && k.law.mu == law.mu && k.law.p == law.p &&
             k.law.window.low == law.window.low && k.law.window.high == law.window.high &&
             k.law.window.k == law.window.k;
    });
    if (found == known_.end()) return std::nullopt;
    known_.splice(known_.begin(), known_, found);
    return found->value;
  }
  void add(const MixtureLaw& law, double c, Bits p, const Ball& value) {
    constexpr size_t kMost = 24;
    known_.push_front({law, c, p.n, value});
    if (known_.size() > kMost) known_.pop_back();
  }

 private:
  struct Known {
    MixtureLaw law;
    double c;
    long bits;
    Ball value;
  };
  std::list<Known> known_;
};

/// Intersects an enclosure with the non-negative numbers. Throws Contradiction if it is below 0.
Ball not_negative(const Ball& x) {
  if (certainly_negative(x)) {
    throw Contradiction("K(c) lies in [" + x.decimal_bounds(25).first + ", " +
                        x.decimal_bounds(25).second + "], below 0");
  }
  return max(x, Ball(x.precision()));
}

}  // namespace

ComplexBall ratio(const MixtureLaw& law, const Ball& t, const Ball& a) {
  const Bits p = t.precision();
  const Ball mu(law.mu, p), rate(law.p, p), rest(Rational(1) - law.p, p);
  const ComplexBall e = exp(ComplexBall(mu * t - square(mu) / 2, mu * a));
  return e * rate + ComplexBall(rest);
}

Ball ratio(const MixtureLaw& law, const Ball& t) {
  const Bits p = t.precision();
  const Ball mu(law.mu, p);
  return exp(mu * t - square(mu) / 2) * Ball(law.p, p) + Ball(Rational(1) - law.p, p);
}

Ball transform(const MixtureLaw& law, double c, Bits p) {
  require_law(law);
  if (law.window.whole() && (c == 0 || c == 1)) return Ball::integer(1, p);
  thread_local KnownTransforms known;
  if (const auto found = known.find(law, c, p)) return *found;
  const Ball value =
      transform(law, c, heuristic::real_grid(law, c, static_cast<double>(p.n) * kLn2), p);
  known.add(law, c, p, value);
  return value;
}

// BOUND(MIXTURE-REAL)
// Statement.  Let S be the trapezoid sum with step h over all nodes of the real line. For b > 0 with b mu < pi (pi/2
//             with a window),
//
//                 |S - K(c)| <= 2 growth(b) M / (e^{2 pi b/h} - 1),
//
//             where M = strip_size(b, b; widening(b)). Without window, M = cosine_factor(b) K(c) is also valid. Let
//             eps = 2 growth(b) cosine_factor(b) / (e^{2 pi b/h} - 1). If eps < 1, then S/(1 + eps) <= K(c) <= S/(1 -
//             eps). S exceeds the sum over the nodes of the grid by at most omitted_nodes(kappa = 1).
// Needs.      (a) mu > 0, 0 < p < 1: checked here (std::logic_error). (b) h > 0, b > 0, a grid of
//             reasonable size: checked here and in edge_share (indeterminate otherwise). (c)
//             b mu < pi, or pi/2: checked in cosine_factor and window_growth. (d) The bound by S needs eps < 1: checked
//             here.
// Proof.      For |Im u| < pi/mu, arg w lies between 0 and mu Im u, so that w has no zero there and phi X w^c is
//             analytic. On Im u = +-b the integral of its modulus is at most
//
//                 growth(b) int phi(t) X(t; widening(b)) |w(t+ib)|^c dt
//
//             by WINDOW-GROWTH. This is at most growth(b) M by MIXTURE-STRIP, and without window by MIXTURE-COSINE. In
//             the contour form of the trapezoid error, each edge of the strip contributes at most this integral
//             divided by e^{2 pi b/h} - 1. Finally, |S - K| <= eps K implies S/(1+eps) <= K <= S/(1-eps).
// Source.     Trefethen and Weideman 2014, Theorem 5.1.
Ball transform(const MixtureLaw& law, double c, const Grid& grid, Bits p) {
  require_law(law);
  if (!grid.reasonable()) return Ball::indeterminate(p);
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), cc = exact(c, work);
  const bool whole = law.window.whole();
  const Ball one = Ball::integer(1, work);
  Ball sum(work);
  for (long j = grid.first; j <= grid.last; ++j) {
    poll_here(j, work);
    const Ball u = h * j;
    const Ball term = exp(cc * log(ratio(law, u)) - square(u) / 2);
    sum += whole ? term : term * window_at(law, u, one);
  }
  sum = widen(sum * weight(grid.step, work), omitted_nodes(law, grid, c, one));
  const Ball b = exact(grid.strip, kBoundBits);
  const Ball edges = growth(law, b) * 2 * edge_share(grid.strip, grid.step);
  const auto absolute = [&](const UpperBound& M) {
    const UpperBound error = bound<"MIXTURE-REAL">(UpperBound::of(edges) * M);
    return not_negative(widen(sum, error)).rounded(p);
  };
  if (!whole) return absolute(strip_size(law, c, b, b, widening(law, b)));
  const Ball epsilon = bound_number<"MIXTURE-REAL">(edges * cosine_factor(law, b, c));
  Ball relative = Ball::indeterminate(p);
  if (certainly_less(epsilon, one)) {
    relative = (sum / widen(one, UpperBound::of(epsilon))).rounded(p);
  }
  return common(relative, absolute(flat_size(law, c, b, b)), "K(c) of a Gaussian mixture");
}

LineValues transform_on_line(const MixtureLaw& law, double c, const Ball& D, size_t count, Bits p,
                             const std::function<void()>& poll) {
  require_law(law);
  const double target = static_cast<double>(p.n) * kLn2;
  const Grid grid = heuristic::line_grid(law, c, target);
  const double step = D.approximate();
  if (const auto rule = heuristic::mellin_rule(law, c, step, count, target, grid.size())) {
    return mellin_line(law, c, *rule, D, count, p, poll);
  }
  return transform_on_line(law, c, grid, D, count, p, poll);
}

// BOUND(MIXTURE-LINE)
// Statement.  Let s = c + iy, y >= 0, a > 0 and 2 a mu < pi (pi/2 with a window). The trapezoid rule with nodes on Im
//             u = a differs from K(s) by at most
//
//                 [K(c) + growth(2a) M] / (e^{2 pi a/h} - 1), M = strip_size(2a, 2a; widening(2a)),
//
//             and the omitted nodes contribute at most growth(a) omitted_off_axis(a).
// Needs.      (a) mu > 0, 0 < p < 1: checked here (std::logic_error). (b) D >= 0, h > 0, a > 0, a grid of reasonable
//             size: checked here and in edge_share. (c) 2 a mu < pi: checked here. With a window, 2 a mu < pi/2:
//             checked in window_growth. If (b) or (c) fails, the result is indeterminate.
// Proof.      For 0 <= Im u <= 2a we have 0 <= arg w <= 2 a mu < pi. Hence the integrand is analytic there, and
//             |w^{c+iy}| = |w|^c e^{-y arg w} <= |w|^c. The integral of its modulus is at most K(c) on Im u = 0 and,
//             by WINDOW-GROWTH and MIXTURE-STRIP, at most growth(2a) M on Im u = 2a. The line Im u = a has distance a
//             from both edges. On this line |phi X w^s| <= growth(a) phi(t) X(t; widening(a)) |w(t+ia)|^c.
// Source.     Trefethen and Weideman 2014, Theorem 5.1.
LineValues transform_on_line(const MixtureLaw& law, double c, const Grid& grid, const Ball& D,
                             size_t count, Bits p, const std::function<void()>& poll) {
  require_law(law);
  const Ball twice = exact(grid.shift, kBoundBits) * 2;
  const bool inside = certainly_less(twice * Ball(law.mu, kBoundBits), Ball::pi(kBoundBits));
  if (!grid.reasonable() || !inside || !certainly_at_most(Ball(kBoundBits), D)) {
    LineValues unknown{ComplexVector(count, p), UpperBound::infinite()};  // an indeterminate result
    unknown.values.widen_all(unknown.quadrature_error);
    return unknown;
  }
  const Bits work = p + exponent_bits(law, grid, c) + growth_bits(grid, p);
  const Ball h = exact(grid.step, work), a = exact(grid.shift, work), cc = exact(c, work);
  const Ball scale = weight(grid.step, work);
  ComplexVector nodes(grid.size(), work), weights(grid.size(), work);
  for (long j = grid.first; j <= grid.last; ++j) {
    poll_here(j, work);
    const size_t i = static_cast<size_t>(j - grid.first);
    const Ball t = h * j;
    const ComplexBall l = log(ratio(law, t, a));
    // -(t + ia)^2/2 = (a^2 - t^2)/2 - i a t
    const ComplexBall gaussian((square(a) - square(t)) / 2, -(a * t));
    nodes.set(i, l);
    const ComplexBall w = exp(gaussian + l * cc) * scale;
    const ComplexBall z(log_ratio_normal(law, t), a * Ball(law.mu, work));
    weights.set(i, law.window.whole() ? w : w * window_value(law.window, z));
    if (i % 32 == 0) poll();
  }
  LineValues out{exponential_sums(weights, nodes, D.at(work), count, work, poll), UpperBound()};
  const Ball b = exact(grid.shift, kBoundBits);
  const UpperBound at_zero = UpperBound::of(transform(law, c, kBoundBits));
  const UpperBound above =
      UpperBound::of(growth(law, twice)) * strip_size(law, c, twice, twice, widening(law, twice));
  const UpperBound discretisation =
      (at_zero + above) * UpperBound::of(edge_share(grid.shift, grid.step));
  out.quadrature_error = bound<"MIXTURE-LINE">(
      discretisation + UpperBound::of(growth(law, b)) * omitted_off_axis(law, grid, c, b));
  out.values.widen_all(out.quadrature_error);
  return out;
}

Ball far_bound(const MixtureLaw& law, double c, double T, double a, Bits p) {
  require_law(law);
  if (!(a > 0)) return Ball::indeterminate(p);
  const double target = std::max(20.0, static_cast<double>(p.n - 30) * kLn2);
  return far_bound(law, c, T, heuristic::far_grid(law, c, a, target), p);
}

// BOUND(MIXTURE-FAR)
// Statement.  For |y| >= T > 0 and 0 < a mu < pi (pi/2 with a window), |K(c+iy)| <= B(T),
//
//                 B(T) = growth(a) int phi(t) X(t; cos a mu) |w(t+ia)|^c e^{-T arg w(t+ia)} dt.
//
//             The trapezoid rule for B(T) on the real line has an error of at most
//
//                 2 growth(a) growth(b) M / (e^{2 pi b/h} - 1),
//
//             if b > 0, a + b < pi/mu, and b <= a or (a + b) mu <= pi/2. Here M = strip_size(a + b, a - b; kappa) with
//             kappa = cos(a mu) cos(b mu) (1 without window). The omitted nodes contribute at most growth(a)
//             omitted_off_axis(a).
// Needs.      (a) mu > 0, 0 < p < 1: checked here (std::logic_error). (b) T > 0, a > 0, h > 0, b > 0, a grid of
//             reasonable size, the angles a + b: checked here and in edge_share. (c) With a window, a mu < pi/2 and b
//             mu < pi/2: checked in window_growth. If (b) or (c) fails, the result is indeterminate.
// Proof.      Let y >= T; y < 0 is the conjugate case. Shift the contour of K(c+iy) to Im u = a. There |w^{iy}| =
//             e^{-y arg w} with 0 < arg w < pi, and |phi X| <= growth(a) phi(t) X(t; cos a mu). This gives B(T). As a
//             function of complex v = t + i tau the integrand of B(T) is growth(a) times
//
//                 phi(v) X(v; cos a mu) [w(v+ia) w(v-ia)]^{c/2}
//                     e^{-T (log w(v+ia) - log w(v-ia))/(2i)},
//
//             which is analytic for |tau| + a < pi/mu. There the modulus of the last factor is
//
//                 exp(-T (arg w(t+i(tau+a)) - arg w(t+i(tau-a)))/2).
//
//             If |tau| <= b <= a, the first argument is >= 0 and the second <= 0, because arg w has the sign of Im u.
//             If (a+b) mu <= pi/2, both arguments are values of arg(A + B e^{i th}) at angles where it increases with
//             th, because its derivative is (B^2 + A B cos th)/|A + B e^{i th}|^2. In both cases the factor is <= 1.
//             (For larger angles and B < A, arg decreases to 0 at th = pi, and the factor can be huge.) On tau = +-b
//             the modulus of phi X is at most growth(b) phi(t) X(t; cos(a mu) cos(b mu)) (WINDOW-GROWTH), and
//             MIXTURE-STRIP bounds the integral. The trapezoid error follows as in MIXTURE-REAL. At the omitted nodes,
//             e^{-T arg w} <= 1.
// Source.     This project's; trapezoid error: Trefethen and Weideman 2014, Theorem 5.1.
Ball far_bound(const MixtureLaw& law, double c, double T, const Grid& grid, Bits p) {
  require_law(law);
  if (!(grid.shift > 0 && T > 0) || !grid.reasonable()) return Ball::indeterminate(p);
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), shift = exact(grid.shift, work), cc = exact(c, work),
             y = exact(T, work);
  const Ball angle = (shift + exact(grid.strip, work)) * Ball(law.mu, work);
  const bool opposite = grid.strip <= grid.shift && certainly_less(angle, Ball::pi(work));
  if (!opposite && !certainly_at_most(angle, Ball::pi(work) / 2)) return Ball::indeterminate(p);
  Ball sum(work);
  const Ball kappa = widening(law, shift);
  for (long j = grid.first; j <= grid.last; ++j) {
    poll_here(j, work);
    const Ball t = h * j;
    const ComplexBall l = log(ratio(law, t, shift));
    const Ball term = exp(cc * l.real() - square(t) / 2 - y * l.imag());
    sum += law.window.whole() ? term : term * window_at(law, t, kappa);
  }
  const Ball a = exact(grid.shift, kBoundBits), b = exact(grid.strip, kBoundBits);
  const Ball edges = growth(law, a) * growth(law, b) * 2 * edge_share(grid.strip, grid.step);
  const UpperBound size = strip_size(law, c, a + b, a - b, widening(law, a) * widening(law, b));
  const UpperBound omitted = UpperBound::of(growth(law, a)) * omitted_off_axis(law, grid, c, a);
  const UpperBound error = bound<"MIXTURE-FAR">(UpperBound::of(edges) * size + omitted);
  return widen(sum * weight(grid.step, work) * growth(law, shift), error).upper().at(p);
}

// BOUND(MIXTURE-MOMENTS)
// Statement.  Let left < c < right and r = min(c - left, right - c). Let S(s) be the trapezoid sum over the nodes of
//             the grid on the real line, at the exponent s. For k >= 0
//
//                 |K^(k)(c) - S^(k)(c)| <= k!/r^k sup_{|s-c|=r} |K(s) - S(s)|,
//
//             and on that circle |K(s) - S(s)| is at most
//
//                 2 growth(b) e^{r b mu} (M(left) + M(right)) / (e^{2 pi b/h} - 1)
//                     + the sums over the omitted nodes at the exponents left and right,
//
//             where M(x) = strip_size(b, b; widening(b)) at the exponent x, b > 0 and b mu < pi (pi/2 with a window).
// Needs.      (a) mu > 0, 0 < p < 1: checked here (std::logic_error). (b) left < c < right, as exact numbers: checked
//             here. (c) h > 0, b > 0, a grid of reasonable size: checked here and in edge_share. (d) b mu: checked in
//             cosine_factor and window_growth. If (b), (c) or (d) fails, the result is indeterminate.
// Proof.      K - S is entire in s, so that Cauchy's estimate gives the first inequality. On the circle left <= Re s
//             <= right and |Im s| <= r. Hence, for |Im u| <= b,
//
//                 |w^s| = |w|^{Re s} e^{-Im s arg w} <= (|w|^left + |w|^right) e^{r b mu},
//
//             because |arg w| <= b mu < pi. The error of the sum is therefore at most e^{r b mu} times the sum of the
//             errors of MIXTURE-REAL for the two powers. At the omitted real nodes |w^s| <= w^left + w^right
//             (MIXTURE-TAILS).
// Source.     Cauchy's estimate.
std::vector<Ball> derivatives(const MixtureLaw& law, double c, const Grid& grid, double left,
                              double right, Bits p) {
  require_law(law);
  const Ball r = min(exact(c, kBoundBits) - exact(left, kBoundBits),
                     exact(right, kBoundBits) - exact(c, kBoundBits))
                     .lower();
  if (!grid.reasonable() || !certainly_positive(r)) {
    return std::vector<Ball>(5, Ball::indeterminate(p));
  }
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), cc = exact(c, work);
  std::vector<Ball> d(5, Ball(work));
  for (long j = grid.first; j <= grid.last; ++j) {
    poll_here(j, work);
    const Ball u = h * j, l = log(ratio(law, u));
    Ball term = exp(cc * l - square(u) / 2);
    if (!law.window.whole()) term = term * window_at(law, u, Ball::integer(1, work));
    for (Ball& sum : d) {
      sum += term;
      term = term * l;
    }
  }
  const Ball b = exact(grid.strip, kBoundBits), mu(law.mu, kBoundBits);
  const Ball kappa = widening(law, b), one = Ball::integer(1, kBoundBits);
  const UpperBound both = strip_size(law, left, b, b, kappa) + strip_size(law, right, b, b, kappa);
  const Ball edges = growth(law, b) * exp(r * b * mu) * 2 * edge_share(grid.strip, grid.step);
  const UpperBound circle = UpperBound::of(edges) * both + omitted_nodes(law, grid, left, one) +
                            omitted_nodes(law, grid, right, one);
  const Ball scale = weight(grid.step, work);
  Ball cauchy = one;  // k!/r^k
  for (size_t k = 0; k < d.size(); ++k) {
    if (k > 0) cauchy = cauchy * static_cast<long>(k) / r;
    d[k] = widen(d[k] * scale, bound<"MIXTURE-MOMENTS">(circle * UpperBound::of(cauchy)));
  }
  return d;
}

TiltedMoments moments(const MixtureLaw& law, double c, Bits p) {
  const double left = c - 0.5, right = c + 0.5;
  const double target =
      30 - 5 * std::log(law.p_approx) + std::min(3 * law.mu_approx * law.mu_approx, 100.0);
  const Grid low = heuristic::real_grid(law, left, target);
  const Grid high = heuristic::real_grid(law, right, target);
  Grid grid;
  const Ball unknown = Ball::indeterminate(p);
  if (!low.reasonable() || !high.reasonable()) return {unknown, unknown};
  grid.step = std::min(low.step, high.step) * 0.75;  // margin for the factor e^{r b mu}
  grid.strip = std::min(low.strip, high.strip);
  const auto place = [](long j, const Grid& g) { return static_cast<double>(j) * g.step; };
  const double start = std::min(place(low.first, low), place(high.first, high));
  const double end = std::max(place(low.last, low), place(high.last, high));
  grid.first = saturated(std::floor(start / grid.step)) - 1;
  grid.last = saturated(std::ceil(end / grid.step)) + 1;
  const Bits work{std::max(p.n, saturated(target / kLn2) + 30)};
  const std::vector<Ball> d = derivatives(law, c, grid, left, right, work);
  const Ball five[] = {d[0], d[1], d[2], d[3], d[4]};
  return tilted_moments(five);
}

// BOUND(MIXTURE-ALGEBRAIC)
// Statement.  Let G(beta) = e^{beta (beta-1) mu^2/2} and r = (1-p)/p. Then |K(c+iy)| <= C/|y| for y != 0. Without
//             window
//
//                 C = (1/mu) sum over beta in {0, c} of
//                         G(beta) (1 + beta^2 mu^2/2 + |c| mu)
//                         + r G(beta-1) (1 + (beta-1)^2 mu^2/2 + mu).
//
//             With a window, C is larger by the sum over beta in {0, c} of
//
//                         (G(beta) + r G(beta-1)) k^k e^{-k}/(k-1)!.
//
// Needs.      (a) mu > 0, 0 < p < 1: checked here (std::logic_error). (b) A valid window: checked
//             here (infinite otherwise).
// Proof.      K(c+iy) = int phi X w^c e^{iyL} du. Derivatives with respect to u are z' = mu and L' = p mu e^z/w > 0,
//             so that 1/L' = (1 + r e^{-z})/mu. Integration by parts gives
//
//                 |y| |K| <= int |(phi X w^c/L')'| du.
//
//             Without X, because p e^z (1 + r e^{-z}) = w,
//
//                 (phi w^c (1 + r e^{-z}))' = phi w^c [-u (1 + r e^{-z}) + c mu - r mu e^{-z}].
//
//             We have w^c <= 1 + e^{cz}, by convexity for c <= 0 or c >= 1, and by (A + B)^c <= A^c + B^c for 0 < c <
//             1. Further, |u| <= (1 + u^2)/2, E[e^{beta z}] = G(beta) and E[u^2 e^{beta z}] = G(beta) (1 + beta^2
//             mu^2). These relations and X <= 1 give the first C. The window adds int phi w^c (1 + r e^{-z}) |dX/dz|
//             du, where
//
//                 dX/dz = g(e^{z-low}) - g(e^{z-high}),   g(x) = x^k e^{-x}/(k-1)!.
//
//             So dX/dz is a difference of two nonnegative numbers, and neither exceeds g(k). Hence |dX/dz| <= g(k).
// Source.     Elementary.
UpperBound algebraic_decay(const MixtureLaw& law, double c) {
  require_law(law);
  if (!law.window.valid()) return UpperBound::infinite();
  const Bits p = kBoundBits;
  const Ball mu(law.mu, p), r((Rational(1) - law.p) / law.p, p), cc = exact(c, p);
  Ball steepest = exp(Ball::integer(-law.window.k, p));  // k^{k-1} e^{-k}/(k-1)!
  for (int i = 1; i < law.window.k; ++i) steepest = steepest * law.window.k / i;
  Ball total(p);
  for (const Ball& beta : {Ball(p), cc}) {
    const Ball below = beta - 1;
    const Ball G0 = exp(beta * below * square(mu) / 2);
    const Ball G1 = exp(below * (beta - 2) * square(mu) / 2);
    total += G0 * (square(beta * mu) / 2 + 1 + abs(cc) * mu);
    total += r * G1 * (square(below * mu) / 2 + 1 + mu);
    if (!law.window.whole()) total += (G0 + r * G1) * mu * steepest * law.window.k;
  }
  return bound<"MIXTURE-ALGEBRAIC">(UpperBound::of(total / mu));
}

}  // namespace plumbline::mixture
