#include "reference/mechanisms/laplace/laplace_quadrature.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::laplace {
namespace {

constexpr Bits kBoundBits{64};

Ball rest(const LaplaceLaw& law, Bits p) { return Ball(Rational(1) - law.p, p); }

/// A straight panel between two points of the x-plane, parallel to an axis; exact doubles.
struct Panel {
  double re0, im0, re1, im1;
  double half() const { return (std::fabs(re1 - re0) + std::fabs(im1 - im0)) / 2; }
};

/// A rectangle of the x-plane.
struct Box {
  Ball left, right, bottom, top;
};

/// A rectangle around the panel's ellipse for rho; the panel itself for rho = 1.
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

/// p e^z at real x.
Ball shifted_part(const LaplaceLaw& law, const Ball& x) {
  const Bits p = x.precision();
  return Ball(law.p, p) * exp(Ball(law.mu, p) * (x * 2 - 1));
}

struct Size {
  Ball log_integrand;  ///< bounds log |(mu/2) e^{-mu x} w^{c+iy}|, 0 <= y <= Y
  Ball log_ratio;      ///< bounds |log w|
};

// BOUND(LAPLACE-PATH)
// Statement.  Let R: x1 <= Re x <= x2, e1 <= Im x <= e2 be a rectangle of the x-plane and
//             th = 2 mu max(|e1|, |e2|) < pi. On R, w has no zero and log w (principal branch) is
//             analytic, and for 0 <= y <= Y
//                 |(mu/2) e^{-mu x} w^{c+iy}| <= (mu/2) e^{-mu x1} W e^{Y g},
//                 W = w(x2)^c                                             for c >= 0,
//                 W = (w(x1)^2 (1 - 4 u (1-u) sin^2(th/2)))^{c/2}         for c < 0,
//                 g = 0 if e1 >= 0, else arg w(x2 - i e1)                 (if -2 mu e1 <= pi/2),
//             where u (1-u) is largest over u = p e^z/w in [u(x1), u(x2)]. If th <= pi/2,
//                 |log w| <= max(|log w(x2)|, min(-log q, |log w(x1)| - log cos(th/2)))
//                            + arg w(x2 + i th/(2 mu)).
//             So on a panel, straight and of half length H, the Gauss rule for (mu/2) e^{-mu x}
//             w^{c+iy} dx errs by at most H times GAUSS-ELLIPSE, with the bound on a rectangle
//             around the ellipse for M; a panel left out weighs at most 2 H times the bound on the
//             panel itself; and C(c+iy) is the sum over the panels of a path from 0 to 1, either
//             [0, 1] or 0, i eta, 1 + i eta, 1, where 2 mu eta < pi.
// Needs.      (a) mu > 0, 0 < p < 1, c finite, Y >= 0: checked in cover_path (an infinite error
//             otherwise). (b) th < pi, and each limit named above: checked here (indeterminate
//             otherwise). (c) 2 mu eta < pi: (b) for the panels at that height, of which there is
//             at least one. (d) y in [0, Y]: transform_on_line and SubsampledExpansion::transforms.
// Proof.      At x, w = q + B e^{it} with B = p e^{mu (2 Re x - 1)} > 0 and t = 2 mu Im x, |t| <=
//             th < pi. No zero: Im w = B sin t vanishes only for t = 0, where w = q + B > 0; so w
//             stays off (-inf, 0], the principal log w is analytic on R, and on the real axis it is
//             the loss. The path and [0, 1] bound such a rectangle: Cauchy. Further
//                 |w|^2 = (q+B)^2 - 4 q B sin^2(t/2) = (q+B)^2 (1 - 4 u (1-u) sin^2(t/2)),
//             u = B/(q+B), between (q+B)^2 cos^2(t/2) (as 4 u (1-u) <= 1) and (q+B)^2; q + B
//             increases with Re x, as does u. This is W. |w^{iy}| = e^{-y arg w}, and arg w has the
//             sign of t: at most 1 where Im x >= 0. The derivative of arg w by B is q sin t/|w|^2,
//             by t it is (B^2 + q B cos t)/|w|^2: |arg w| increases with B, and with |t| up to
//             pi/2. This is g. For |t| <= pi/2 also |w| >= q, as |w|^2 = q^2 + B^2 + 2 q B cos t:
//             so log|w| lies between max(log q, log w(x1) + log cos(th/2)) and log w(x2).
//             GAUSS-ELLIPSE after x = m + v xi, |v| = H.
// Source.     Elementary.
Size size_on(const LaplaceLaw& law, double c, double Y, const Box& box) {
  const Bits p = kBoundBits;
  const Size nothing{Ball::indeterminate(p), Ball::indeterminate(p)};
  const Ball mu(law.mu, p), q = rest(law, p), cc = exact(c, p), zero(p);
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

/// Panels with their rules' sizes and the errors of the rule for (log w)^k w^{c+iy}.
struct Cover {
  struct RuledPanel {
    Panel panel;
    size_t points;
  };
  std::vector<RuledPanel> panels;
  UpperBound error[5];
  Poll poll = [] {};  ///< may throw
};

/// The error of one panel joins: LAPLACE-PATH's, and LAPLACE-MOMENTS' with the powers of log w.
void add_error(Cover* cover, const Ball& error, const Ball& log_ratio_bound) {
  UpperBound e = UpperBound::of(error);
  const UpperBound factor = UpperBound::of(log_ratio_bound);
  cover->error[0] = cover->error[0] + bound<"LAPLACE-PATH">(e);
  for (int k = 1; k <= 4; ++k) {
    e = e * factor;
    cover->error[k] = cover->error[k] + bound<"LAPLACE-MOMENTS">(e);
  }
}

void cover_panel(const LaplaceLaw& law, double c, double Y, double log_tolerance,
                 size_t most_points, const Panel& panel, int depth, Cover* cover) {
  constexpr double kRhos[] = {2, 3, 4, 6, 10, 20, 50};
  cover->poll();
  const double log_half = std::log(panel.half());
  const Ball half = exact(panel.half(), kBoundBits);
  const Size inside = size_on(law, c, Y, box_around(panel, 1));
  if (inside.log_integrand.approximate() + log_half < log_tolerance - 3) {
    add_error(cover, exp(inside.log_integrand) * half * 2, inside.log_ratio);
    return;
  }
  // Nothing is known on an ellipse until one has been looked at: `inside` bounds the panel alone.
  double best = 1e300, best_rho = kRhos[0];
  Size best_size{Ball::indeterminate(kBoundBits), inside.log_ratio};
  for (const double rho : kRhos) {
    const Size size = size_on(law, c, Y, box_around(panel, rho));
    if (!size.log_integrand.is_finite()) break;
    const double points =
        gauss_size(rho, size.log_integrand.approximate() + log_half, log_tolerance);
    if (points < best) {
      best = points;
      best_rho = rho;
      best_size = size;
    }
  }
  constexpr int kDeepest = 60;
  constexpr size_t kMostPanels = 20000;  // beyond, a wide bound: the law is out of reach
  if (best > static_cast<double>(most_points) && depth < kDeepest &&
      cover->panels.size() < kMostPanels && std::isfinite(log_tolerance)) {
    const double re = (panel.re0 + panel.re1) / 2, im = (panel.im0 + panel.im1) / 2;
    cover_panel(law, c, Y, log_tolerance, most_points, {panel.re0, panel.im0, re, im}, depth + 1,
                cover);
    cover_panel(law, c, Y, log_tolerance, most_points, {re, im, panel.re1, panel.im1}, depth + 1,
                cover);
    return;
  }
  // Sizes in steps of 4: few different rules.
  const size_t points =
      std::min(most_points, (static_cast<size_t>(std::min(best, 1e6)) + 3) / 4 * 4);
  cover->panels.push_back({panel, points});
  add_error(cover, gauss_error(points, best_rho, exp(best_size.log_integrand)) * half,
            best_size.log_ratio);
}

size_t most_points(Bits p) { return static_cast<size_t>(std::max(16L, p.n / 4 + 8)) / 4 * 4; }

/// Not so high that |w|^c grows much where c < 0 (|w| >= w(Re x) cos(mu Im x)).
double height_of_path(double mu, double c) {
  double height = M_PI / 4 / mu;
  while (c < 0 && c * std::log(std::cos(mu * height)) > 4) height /= 2;
  int e = 0;
  const double mantissa = std::frexp(height, &e);
  return std::ldexp(std::floor(mantissa * 1024) / 1024, e);
}

Cover cover_path(
    const LaplaceLaw& law, double c, double Y, double log_tolerance, Bits p,
    const Poll& poll = [] {}) {
  // Along the interval unless w^{iy} turns often before w^c has died out.
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

/// Extra bits for exponents of this size, and for losses of size p.
long exponent_bits(const LaplaceLaw& law, double c, double Y) {
  const double loss =
      std::max(std::fabs(std::log1p(law.p_approx * std::expm1(std::min(law.mu_approx, 700.0)))),
               -std::log1p(-law.p_approx));
  const double size = (std::fabs(c) + Y) * loss + law.mu_approx;
  return static_cast<long>(std::log2(size + 2) - std::log2(law.p_approx)) + 10;
}

/// Calls take(log w, weight) for every node, weight = (mu/2) e^{-mu x} w^c dx.
template <class Take>
void for_each_node(const LaplaceLaw& law, double c, const Cover& cover, Bits p, Take take) {
  const Ball mu(law.mu, p), cc = exact(c, p);
  const ComplexBall scale(mu / 2), q(rest(law, p)), rate(Ball(law.p, p));
  for (const Cover::RuledPanel& ruled : cover.panels) {
    cover.poll();
    const auto rule = gauss_legendre(ruled.points, p, cover.poll);
    const Panel& o = ruled.panel;
    const ComplexBall start(exact(o.re0, p), exact(o.im0, p));
    const ComplexBall end(exact(o.re1, p), exact(o.im1, p));
    const Ball half(Rational(1, 2), p);
    const ComplexBall v = (end - start) * half, m = (start + end) * half;
    for (size_t k = 0; k < ruled.points; ++k) {
      const ComplexBall x = m + v * rule->nodes[k];
      const ComplexBall l =
          log(q + rate * exp((x * Ball::integer(2, p) - ComplexBall(Ball::integer(1, p))) * mu));
      take(l, exp(l * cc - x * mu) * scale * v * rule->weights[k]);
    }
  }
}

}  // namespace

Ball log_ratio(const LaplaceLaw& law, const Ball& x) {
  const Bits p = x.precision();
  return log1p(Ball(law.p, p) * expm1(Ball(law.mu, p) * (x * 2 - 1)));
}

Rule rule(const LaplaceLaw& law, double c, double Y, double log_tolerance, Bits p,
          const Poll& poll) {
  const Cover cover = cover_path(law, c, Y, log_tolerance, p, poll);
  const Bits work = p + exponent_bits(law, c, Y);
  size_t count = 0;
  for (const Cover::RuledPanel& ruled : cover.panels) count += ruled.points;
  Rule out{ComplexVector(count, work), ComplexVector(count, work), cover.error[0]};
  size_t k = 0;
  for_each_node(law, c, cover, work, [&](const ComplexBall& l, const ComplexBall& weight) {
    out.log_ratios.set(k, l);
    out.weights.set(k, weight);
    ++k;
  });
  return out;
}

Ball atoms(const LaplaceLaw& law, double c, Bits p) {
  const Ball cc = exact(c, p);
  return (exp(cc * lowest_loss(law, p)) + exp(cc * highest_loss(law, p) - Ball(law.mu, p))) / 2;
}

Ball transform(const LaplaceLaw& law, double c, Bits p) {
  if (c == 0 || c == 1) return Ball::integer(1, p);
  const Bits work = p + exponent_bits(law, c, 0);
  const Ball A = atoms(law, c, work);
  const Cover cover =
      cover_path(law, c, 0, A.log_approximate() - static_cast<double>(p.n) * kLn2 - 3, p);
  Ball sum(work);
  for_each_node(law, c, cover, work,
                [&](const ComplexBall&, const ComplexBall& weight) { sum += weight.real(); });
  return (A + widen(sum, cover.error[0])).rounded(p);
}

// BOUND(LAPLACE-MOMENTS)
// Statement.  K^(k)(c) = (a^k e^{ca} + b^k e^{cb - mu})/2 + (mu/2) int_0^1 e^{-mu x} (log w)^k w^c
//             dx, and the panels for the integral err by at most the sum of those of LAPLACE-PATH,
//             each times the k-th power of its bound of |log w| on the same rectangle.
// Needs.      Those of LAPLACE-PATH, with Y = 0.
// Proof.      Differentiate under the integral. (log w)^k (mu/2) e^{-mu x} w^c is analytic where
//             the integrand of LAPLACE-PATH is, and larger by at most |log w|^k.
// Source.     Elementary.
void derivatives(const LaplaceLaw& law, double c, double log_tolerance, Bits p, Ball (&out)[5]) {
  const Bits work = p + exponent_bits(law, c, 0) + static_cast<long>(-4 * std::log2(law.p_approx));
  const Ball cc = exact(c, work), low = lowest_loss(law, work), high = highest_loss(law, work);
  Ball at_low = exp(cc * low) / 2, at_high = exp(cc * high - Ball(law.mu, work)) / 2;
  const Cover cover = cover_path(law, c, 0, log_tolerance, Bits{96});
  for (Ball& sum : out) sum = Ball(work);
  for_each_node(law, c, cover, work, [&](const ComplexBall& l, const ComplexBall& weight) {
    Ball term = weight.real();
    const Ball loss = l.real();
    for (Ball& sum : out) {
      sum += term;
      term = term * loss;
    }
  });
  for (int k = 0; k <= 4; ++k) {
    out[k] = widen(out[k], cover.error[k]) + at_low + at_high;
    at_low = at_low * low;
    at_high = at_high * high;
  }
}

TiltedMoments moments(const LaplaceLaw& law, double c, Bits p) {
  Ball d[5] = {Ball(p), Ball(p), Ball(p), Ball(p), Ball(p)};
  derivatives(law, c, atoms(law, c, p).log_approximate() - 60, p, d);
  return tilted_moments(d);
}

// BOUND(SUBSAMPLED-LAPLACE-FAR)
// Statement.  For |y| >= T > 0 and 0 <= x < 1, with f(x) = e^{-mu x} w(x)^{c+1}/(4 p e^z),
//                 |C(c+iy)| <= (1 - e^{-mu x}) max(w(0)^c, w(x)^c)/2 + (f(x) + f(1))/T.
// Needs.      T > 0 and 0 <= x < 1: checked here (indeterminate otherwise). mu > 0, 0 < p < 1: the
//             caller, by the registry.
// Proof.      The first term is the mass of (0, x), where w^c is monotone, under P. In l = log w
//             the rest is
//                 int_{l(x)}^{b} g(l) e^{sl} dl,   g(l) = (e^{-mu/2}/4) sqrt(p) e^l (e^l -
//                 q)^{-3/2},
//             as dl/dx = 2 mu p e^z/w. g is analytic in the half strip Re l in [l(x), b], Im l >=
//             0: e^l = q only where Re l = log q < l(0) <= l(x). There |g(l + ih)| <= g(l) for real
//             l, as |e^{l+ih} - q| >= e^l - q. For y > 0 the integral goes up from l(x) and comes
//             down to b:
//                 e^{s l(x)} i int_0^inf g(l(x) + ih) e^{ish} dh - e^{sb} i int_0^inf g(b + ih)
//                 e^{ish} dh
//             (e^{ish} is at most e^{-yh}, so nothing comes from the top), each at most g(l)
//             e^{cl}/y, and f = g(l) e^{cl}. For y < 0 conjugate.
// Source.     Elementary.
Ball far_bound(const LaplaceLaw& law, double c, double T, double x_double, Bits p) {
  if (!(T > 0) || !(x_double >= 0 && x_double < 1)) return Ball::indeterminate(p);
  const Ball mu(law.mu, p), x = exact(x_double, p), cc = exact(c, p), one = Ball::integer(1, p);
  const auto f = [&](const Ball& at) {
    return exp((cc + 1) * log_ratio(law, at) - mu * at) / (shifted_part(law, at) * 4);
  };
  const Ball near = max(exp(cc * lowest_loss(law, p)), exp(cc * log_ratio(law, x)));
  return bound_number<"SUBSAMPLED-LAPLACE-FAR">(-expm1(-(mu * x)) / 2 * near +
                                                (f(x) + f(one)) / exact(T, p));
}

// BOUND(SUBSAMPLED-LAPLACE-WINDOW)
// Statement.  Let n = spread_cells, x_j = j/n, g_j = L(x_j) - a, Y_j = pi/g_j, Y_{n+1} = 0,
//                 u   = e^{ca}/(2 K(c)),
//                 m_j = sum_{i<j} g_i^2 min(w(x_i)^c, w(x_{i+1})^c) (e^{-mu x_i} - e^{-mu x_{i+1}})
//                       / (2 K(c)),
//             and 1 <= k <= n the start. For |y| >= T, |K(c+iy)|/K(c) is at most the largest of
//                 (A(c) + SUBSAMPLED-LAPLACE-FAR at max(T, Y_k))/K(c)   and
//                 sqrt(1 - (4/pi^2) max(T, Y_{j+1})^2 u m_j)            over j >= k with Y_j > T.
// Needs.      T > 0, 1 <= k <= n: checked here (indeterminate otherwise).
// Proof.      phi the characteristic function of the loss tilted by c; X, X' two of them,
//             independent: 1 - |phi(y)|^2 = E[1 - cos(y (X-X'))], and 1 - cos v >= 2 v^2/pi^2 for
//             |v| <= pi. Keep the events X = a, X' in (a, a + pi/y] and the reverse:
//                 1 - |phi(y)|^2 >= (4/pi^2) y^2 u E[(X'-a)^2; X' <= a + pi/y].
//             For Y_{j+1} <= y <= Y_j that interval contains all x <= x_j, and m_j is a lower sum
//             of the expectation: L increases, w^c is monotone. These intervals for j >= k cover
//             (0, Y_k]; beyond Y_k the far bound holds, which decreases in its T.
// Source.     Elementary.
Ball spread_bound(const LaplaceLaw& law, double c, double T, int start, Bits p) {
  if (!(T > 0) || start < 1 || start > spread_cells) return Ball::indeterminate(p);
  const Ball cc = exact(c, p), mu(law.mu, p), K = transform(law, c, p), pi = Ball::pi(p);
  const Ball low = lowest_loss(law, p), y_low = exact(T, p), one = Ball::integer(1, p), zero(p);
  const Ball u = exp(cc * low) / (K * 2);
  const auto gap_at = [&](int j) {
    const Ball x(Rational(j, static_cast<unsigned long>(spread_cells)), p);
    return log_ratio(law, x) - low;
  };
  Ball largest(p), m(p), gap(p), mass = one, tilt = exp(cc * low), far_from = y_low;
  Ball next_gap = gap_at(1);
  for (int j = 1; j <= spread_cells; ++j) {
    const Ball next_mass = exp(-(mu * j / spread_cells));
    const Ball next_tilt = exp(cc * (low + next_gap));
    m += square(gap) * min(tilt, next_tilt) * (mass - next_mass) / (K * 2);
    gap = next_gap;
    mass = next_mass;
    tilt = next_tilt;
    if (j < spread_cells) next_gap = gap_at(j + 1);
    if (j < start) continue;
    const Ball Y = pi / gap;
    if (j == start) far_from = max(y_low, Y);
    if (certainly_at_most(Y, y_low)) break;
    const Ball y = j < spread_cells ? max(y_low, pi / next_gap) : y_low;
    largest = max(largest, sqrt(max(one - square(y * 2 / pi) * u * m, zero)));
  }
  const double far_T = far_from.lower().approximate() * (1 - 1e-9);
  if (!(far_T > 0) || !certainly_at_most(exact(far_T, p), far_from)) return Ball::indeterminate(p);
  double best_x = 0;
  heuristic::log_far_bound(law, c, far_T, &best_x);
  return bound_number<"SUBSAMPLED-LAPLACE-WINDOW">(
      max(largest, (atoms(law, c, p) + far_bound(law, c, far_T, best_x, p)) / K));
}

}  // namespace plumbline::laplace
