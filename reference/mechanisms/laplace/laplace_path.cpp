#include "reference/mechanisms/laplace/laplace_path.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::laplace {
namespace {

constexpr Bits kBoundBits{64};

/// A rectangle of the x-plane.
struct Box {
  Ball left, right, bottom, top;
};

/// Returns a rectangle around the ellipse with parameter rho around a panel; for rho = 1, around the panel itself.
Box box_around(const Panel& panel, double rho) {
  const Bits p = kBoundBits;
  const Ball r = exact(rho, p), one = Ball::integer(1, p);
  const Ball along = (r + one / r) / 2, across = (r - one / r) / 2;
  const Ball dx = (exact(panel.re1, p) - exact(panel.re0, p)) / 2;
  const Ball dy = (exact(panel.im1, p) - exact(panel.im0, p)) / 2;
  const Ball x = exact(panel.re0, p) + dx, y = exact(panel.im0, p) + dy;
  const Ball a = abs(dx) * along + abs(dy) * across, b = abs(dy) * along + abs(dx) * across;
  return {(x - a).lower(), (x + a).upper(), (y - b).lower(), (y + b).upper()};
}

struct Size {
  Ball log_integrand;  ///< bounds log |(mu/2) e^{-mu x} w^{c+iy}|, 0 <= y <= Y
  Ball log_ratio;      ///< bounds |log w|
};

// BOUND(LAPLACE-PATH)
// Statement.  Let R: x1 <= Re x <= x2, e1 <= Im x <= e2 be a rectangle of the x-plane and th = 2 mu max(|e1|, |e2|) <
//             pi. On R, w has no zero and log w (principal branch) is analytic, and for 0 <= y <= Y
//                 |(mu/2) e^{-mu x} w^{c+iy}| <= (mu/2) e^{-mu x1} W e^{Y g},
//                 W = w(x2)^c                                             for c >= 0,
//                 W = (w(x1)^2 (1 - 4 u (1-u) sin^2(th/2)))^{c/2}         for c < 0,
//                 g = 0 if e1 >= 0, else arg w(x2 - i e1)                 (if -2 mu e1 <= pi/2),
//             where u (1-u) stands for its maximum over the values u = p e^z/w in [u(x1), u(x2)]. If th <= pi/2,
//                 |log w| <= max(|log w(x2)|, min(-log q, |log w(x1)| - log cos(th/2)))
//                            + arg w(x2 + i th/(2 mu)).
//             Hence, on a straight panel of half length H, the Gauss rule for (mu/2) e^{-mu x} w^{c+iy} dx has an
//             error of at most H times GAUSS-ELLIPSE, where M is the bound on a rectangle around the ellipse. The
//             integral over an omitted panel is at most 2 H times the bound on the panel. C(c+iy) is the sum over the
//             panels of a path from 0 to 1, either [0, 1] or 0, i eta, 1 + i eta, 1, where 2 mu eta < pi.
// Needs.      (a) mu > 0, 0 < p < 1, c finite, Y >= 0: checked in cover_path and panel_error (otherwise the error is
//             infinite or indeterminate). (b) th < pi, and each limit named above: checked here (indeterminate
//             otherwise). (c) 2 mu eta < pi: by (b) for the panels at that height; there is at least one. (d) y in
//             [0, Y]: the callers guarantee this (transform_on_line, SubsampledExpansion::transforms, and the lines
//             in machine numbers, which pass their height).
// Proof.      At x, w = q + B e^{it} with B = p e^{mu (2 Re x - 1)} > 0 and t = 2 mu Im x, |t| <= th < pi. w has no
//             zero, because Im w = B sin t vanishes only for t = 0, where w = q + B > 0. So w does not meet (-inf,
//             0], the principal log w is analytic on R, and on the real axis it is the loss. The path and [0, 1]
//             bound such a rectangle, so Cauchy's theorem applies. Further,
//                 |w|^2 = (q+B)^2 - 4 q B sin^2(t/2) = (q+B)^2 (1 - 4 u (1-u) sin^2(t/2)),
//             where u = B/(q+B). This is at least (q+B)^2 cos^2(t/2), because 4 u (1-u) <= 1, and at most (q+B)^2. q
//             + B and u increase with Re x. This proves the formula for W. |w^{iy}| = e^{-y arg w}, and arg w has the
//             sign of t, so |w^{iy}| <= 1 where Im x >= 0. The derivative of arg w with respect to B is q sin
//             t/|w|^2, and with respect to t it is (B^2 + q B cos t)/|w|^2. So |arg w| increases with B, and with |t|
//             up to pi/2. This proves the formula for g. For |t| <= pi/2 also |w| >= q, because |w|^2 = q^2 + B^2 + 2
//             q B cos t. So log|w| lies between max(log q, log w(x1) + log cos(th/2)) and log w(x2). The error of the
//             Gauss rule follows from GAUSS-ELLIPSE with x = m + v xi, |v| = H, where m is the midpoint of the panel.
// Source.     Elementary.
Size size_on(const LaplaceLaw& law, double c, double Y, const Box& box) {
  const Bits p = kBoundBits;
  const Size nothing{Ball::indeterminate(p), Ball::indeterminate(p)};
  const Ball mu(law.mu, p), q = unsampled(law, p), cc = exact(c, p), zero(p);
  const Ball angle = mu * 2 * max(abs(box.bottom), abs(box.top)), pi = Ball::pi(p);
  if (!certainly_less(angle, pi)) return nothing;
  const Ball high = shifted_part(law, box.right);
  const Ball log_high = log_ratio(law, box.right), log_low = log_ratio(law, box.left);
  const auto argument = [&](const Ball& t) {
    return atan2(high * cos(pi / 2 - t), q + high * cos(t));
  };
  Ball out = log(mu / 2) - mu * box.left;
  if (c >= 0) {
    out += cc * log_high;
  } else {
    const Ball half(Rational(1, 2), p), low = shifted_part(law, box.left);
    const Ball u1 = low / (q + low), u2 = high / (q + high);
    const Ball u = certainly_at_most(u2, half) ? u2 : certainly_at_most(half, u1) ? u1 : half;
    const Ball sine = cos(pi / 2 - angle / 2);
    const Ball kept = Ball::integer(1, p) - u * (Ball::integer(1, p) - u) * 4 * square(sine);
    if (!certainly_positive(kept)) return nothing;
    out += cc * (log_low + log(kept) / 2);
  }
  if (!certainly_at_most(zero, box.bottom)) {
    const Ball below = -(mu * box.bottom * 2);
    if (!certainly_at_most(below, pi / 2)) return nothing;
    out += exact(Y, p) * argument(max(below, zero));
  }
  Ball log_size = Ball::indeterminate(p);
  if (certainly_at_most(angle, pi / 2)) {
    const Ball lowest = min(-log(q), abs(log_low) - log(cos(angle / 2)));
    log_size = max(abs(log_high), lowest) + argument(angle);
  }
  return {out, log_size};
}

/// Adds the error of one panel: the error of LAPLACE-PATH, and the errors of LAPLACE-MOMENTS for the powers of log w.
void add_error(Cover* cover, const Ball& error, const Ball& log_ratio_bound) {
  UpperBound e = UpperBound::of(error);
  const UpperBound factor = UpperBound::of(log_ratio_bound);
  cover->error[0] = cover->error[0] + bound<"LAPLACE-PATH">(e);
  for (int k = 1; k <= 4; ++k) {
    e = e * factor;
    cover->error[k] = cover->error[k] + bound<"LAPLACE-MOMENTS">(e);
  }
}

/// The ellipse around a panel that gives the smallest number of points for its rule.
struct Ellipse {
  double points, rho;
  Size size;
};

/// Searches for the best ellipse. `inside` bounds the integrand on the panel alone.
Ellipse best_ellipse(const LaplaceLaw& law, double c, double Y, double log_tolerance,
                     const Panel& panel, const Size& inside) {
  constexpr double kRhos[] = {2, 3, 4, 6, 10, 20, 50};
  const double log_half = std::log(panel.half());
  Ellipse best{1e300, kRhos[0], {Ball::indeterminate(kBoundBits), inside.log_ratio}};
  for (const double rho : kRhos) {
    const Size size = size_on(law, c, Y, box_around(panel, rho));
    if (!size.log_integrand.is_finite()) break;
    const double points =
        gauss_size(rho, size.log_integrand.approximate() + log_half, log_tolerance);
    if (points < best.points) best = {points, rho, size};
  }
  return best;
}

void cover_panel(const LaplaceLaw& law, double c, double Y, double log_tolerance,
                 size_t most_points, const Panel& panel, int depth, Cover* cover) {
  cover->poll();
  const Ball half = exact(panel.half(), kBoundBits);
  const Size inside = size_on(law, c, Y, box_around(panel, 1));
  if (inside.log_integrand.approximate() + std::log(panel.half()) < log_tolerance - 3) {
    add_error(cover, exp(inside.log_integrand) * half * 2, inside.log_ratio);
    return;
  }
  const Ellipse best = best_ellipse(law, c, Y, log_tolerance, panel, inside);
  constexpr int kDeepest = 60;
  // If more panels are needed, the bound is too wide to be useful.
  constexpr size_t kMostPanels = 20000;
  if (best.points > static_cast<double>(most_points) && depth < kDeepest &&
      cover->panels.size() < kMostPanels && std::isfinite(log_tolerance)) {
    const double re = (panel.re0 + panel.re1) / 2, im = (panel.im0 + panel.im1) / 2;
    cover_panel(law, c, Y, log_tolerance, most_points, {panel.re0, panel.im0, re, im}, depth + 1,
                cover);
    cover_panel(law, c, Y, log_tolerance, most_points, {re, im, panel.re1, panel.im1}, depth + 1,
                cover);
    return;
  }
  // The number of points is a multiple of 4, so that there are few different rules.
  const size_t points =
      std::min(most_points, (static_cast<size_t>(std::min(best.points, 1e6)) + 3) / 4 * 4);
  cover->panels.push_back({panel, points});
  add_error(cover, gauss_error(points, best.rho, exp(best.size.log_integrand)) * half,
            best.size.log_ratio);
}

size_t most_points(Bits p) { return static_cast<size_t>(std::max(16L, p.n / 4 + 8)) / 4 * 4; }

/// Returns the height of the path. For c < 0 the height is limited so that |w|^c does not grow much; on the path |w| >=
/// w(Re x) cos(mu Im x).
double height_of_path(double mu, double c) {
  double height = M_PI / 4 / mu;
  while (c < 0 && c * std::log(std::cos(mu * height)) > 4) height /= 2;
  int e = 0;
  const double mantissa = std::frexp(height, &e);
  return std::ldexp(std::floor(mantissa * 1024) / 1024, e);
}

}  // namespace

Ball panel_error(const LaplaceLaw& law, double c, double Y, const Panel& panel, size_t points,
                 double rho) {
  const bool known = law.mu.sign() > 0 && law.p.sign() > 0 && law.p < Rational(1) &&
                     std::isfinite(c) && Y >= 0 && std::isfinite(Y) && rho > 1;
  if (!known) return Ball::indeterminate(kBoundBits);
  const Size size = size_on(law, c, Y, box_around(panel, rho));
  const Ball error = gauss_error(points, rho, exp(size.log_integrand));
  return bound_number<"LAPLACE-PATH">(error * exact(panel.half(), kBoundBits));
}

Cover cover_path(const LaplaceLaw& law, double c, double Y, double log_tolerance, Bits p,
                 const Poll& poll) {
  // The path is the interval [0, 1] unless the phase of w^{iY} changes by more than kFewTurns radians along the
  // interval, and by more than kFewPerDecay radians while |w^c| changes by a factor e.
  constexpr double kFewTurns = 40, kFewPerDecay = 20;
  const double range = std::log1p(law.p_approx * std::expm1(law.mu_approx)) -
                       std::log1p(law.p_approx * std::expm1(-law.mu_approx));
  Cover cover;
  cover.poll = poll;
  if (!(law.mu.sign() > 0 && law.p.sign() > 0 && law.p < Rational(1) && std::isfinite(c) &&
        Y >= 0)) {
    for (UpperBound& e : cover.error) e = UpperBound::infinite();
    return cover;
  }
  const size_t most = most_points(p);
  if (!(Y * range > kFewTurns && Y > kFewPerDecay * std::fabs(c))) {
    cover_panel(law, c, Y, log_tolerance, most, {0, 0, 1, 0}, 0, &cover);
    return cover;
  }
  const double eta = height_of_path(law.mu_approx, c);
  cover_panel(law, c, Y, log_tolerance, most, {0, 0, 0, eta}, 0, &cover);
  cover_panel(law, c, Y, log_tolerance, most, {0, eta, 1, eta}, 0, &cover);
  cover_panel(law, c, Y, log_tolerance, most, {1, eta, 1, 0}, 0, &cover);
  return cover;
}

}  // namespace plumbline::laplace
