#include "reference/mechanisms/batches/batch_transform.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline::batch {
namespace {

constexpr Bits kBoundBits{64};
constexpr int kPowers = 5;  // number of powers of the loss, from 0

Ball rest(const BatchLaw& law, Bits p) { return Ball(Rational(1) - law.q, p); }

/// Returns q e^{mu x - mu^2/2}.
Ball shifted_part(const BatchLaw& law, const Ball& x) {
  const Bits p = x.precision();
  const Ball mu(law.mu, p);
  return Ball(law.q, p) * exp(mu * x - square(mu) / 2);
}

double log_ratio(const BatchLaw& law, double x) {
  return std::log1p(law.q_approx * std::expm1(law.mu_approx * (x - law.mu_approx / 2)));
}

/// An interval of the real line whose ends are exact doubles. The integral over the first panel starts at mu/2,
/// slightly above the left end of this panel.
struct Panel {
  double left, right;
  bool first;
};

struct Size {
  Ball log_integrand;  ///< upper bound of the log of phi (|f^{c+iy}| + |f^{1-c-iy}|), |y| <= Y
  Ball log_ratio;      ///< upper bound of |log f|
};

// BOUND(BATCH-RULE)
// Statement.  Let x1 < x2 and 0 <= th = mu v <= pi/2. For x1 <= Re x <= x2, |Im x| <= v and |y| <= Y, with B_j = q
//             e^{mu x_j - mu^2/2}, f_j = 1-q + B_j and g = atan2(B_2 sin th, 1-q + B_2 cos th),
//
//                 |phi(x)| <= phi(u) e^{v^2/2},   u the point of [x1, x2] nearest to 0,
//                 |f(x)^{a +- iy}| <= e^{Yg} W_a,   W_a = f_2^a for a >= 0, (f_1 cos(th/2))^a for a < 0,
//                 |log f(x)| <= max(|log f_2|, |log(f_1 cos(th/2))|) + g.
//
//             Let M be the product of these bounds on a rectangle around the ellipse of GAUSS-ELLIPSE. On a panel of
//             half length H, the Gauss rule for phi (f^s + f^{1-s}) (log f)^k has an error of at most H times
//             GAUSS-ELLIPSE with this M. The integral over an omitted panel is at most 2 H times the product of these
//             bounds on the panel. For X >= mu/2, k = 0 .. 4, b_1 = c+1 and b_2 = 2-c,
//
//                 |int_X^inf phi f^{c+iy} (log f)^k| + |int_X^inf phi f^{1-c-iy} (log f)^k|
//                     <= k! sum_j T_j,   T_j = f(X)^{b_j} e^{-b_j mu X + b_j^2 mu^2/2} Phi(b_j mu - X)
//                                              for b_j >= 0, Phi(-X) for b_j < 0.
//
//             The bound for a panel also holds for a part of the panel.
// Needs.      mu > 0, 0 < q < 1, c finite, Y >= 0 and X > mu/2: checked in cover_line (an infinite error
//             otherwise). th <= pi/2: checked here (indeterminate otherwise). |y| <= Y: transform_on_line.
// Proof.      Let x = w + it with |t| <= v. Then |phi(x)| = phi(w) e^{t^2/2}. With B = q e^{mu w - mu^2/2} we have f
//             = 1-q + B e^{i mu t}, so |f| <= 1-q + B and |f|^2 = (1-q+B)^2 - 4 (1-q) B sin^2(mu t/2) >= (1-q+B)^2
//             cos^2(mu t/2). Both 1-q+B and, for angles up to pi/2, |arg f| increase with w and |t| (LAPLACE-PATH,
//             where f is called w). f does not meet (-inf, 0], so its principal logarithm is analytic, and
//             GAUSS-ELLIPSE applies. Beyond X we have f >= 1, 0 <= (log f)^k <= k! f, and f(x) <= f(X) e^{mu(x-X)}.
//             For b >= 0 integrate phi(x) e^{b mu (x-X)}; for b < 0 use f^b <= 1.
// Source.     Elementary.
Size size_on(const BatchLaw& law, double c, double Y, const Ball& left, const Ball& right,
             const Ball& height) {
  const Bits p = kBoundBits;
  const Size nothing{Ball::indeterminate(p), Ball::indeterminate(p)};
  const Ball mu(law.mu, p), q = rest(law, p), pi = Ball::pi(p), zero(p);
  const Ball angle = mu * height;
  if (!certainly_at_most(angle, pi / 2)) return nothing;
  const Ball low = shifted_part(law, left), high = shifted_part(law, right);
  const Ball log_high = log(q + high), log_low = log((q + low) * cos(angle / 2));
  const Ball turn = atan2(high * cos(pi / 2 - angle), q + high * cos(angle));
  const auto log_power = [&](const Ball& a) {
    return max(a * log_high, a * log_low);  // log W_a: f_1 cos(th/2) < f_2
  };
  const Ball own = exact(c, p), mirrored = Ball::integer(1, p) - own;
  const Ball nearest = certainly_positive(left) ? left : certainly_negative(right) ? right : zero;
  const Ball log_phi = (square(height) - square(nearest) - log(pi * 2)) / 2;
  const Ball log_ratio = max(abs(log_high), abs(log_low)) + turn;
  const Ball larger = max(log_power(own), log_power(mirrored));
  return {log_phi + larger + log(Ball::integer(2, p)) + exact(Y, p) * turn, log_ratio};
}

/// Returns the bounds of BATCH-RULE on a rectangle around the ellipse of GAUSS-ELLIPSE with parameter rho for the
/// panel; for rho = 1, on the panel itself.
Size size_around(const BatchLaw& law, double c, double Y, const Panel& panel, double rho) {
  const Bits p = kBoundBits;
  const Ball r = exact(rho, p), one = Ball::integer(1, p);
  const Ball half = (exact(panel.right, p) - exact(panel.left, p)) / 2;
  const Ball middle = exact(panel.left, p) + half;
  const Ball along = half * (r + one / r) / 2, across = half * (r - one / r) / 2;
  return size_on(law, c, Y, (middle - along).lower(), (middle + along).upper(), across.upper());
}

/// The panels, the number of nodes of each, and the quadrature error for each power of the loss.
struct Cover {
  struct RuledPanel {
    Panel panel;
    size_t points;
  };
  std::vector<RuledPanel> panels;
  UpperBound error[kPowers];
};

void add_error(Cover* cover, const Ball& error, const Ball& log_ratio_bound) {
  UpperBound e = UpperBound::of(error);
  const UpperBound factor = UpperBound::of(log_ratio_bound);
  for (UpperBound& sum : cover->error) {
    sum = sum + bound<"BATCH-RULE">(e);
    e = e * factor;
  }
}

/// The parameters from which a cover is computed.
struct Plan {
  const BatchLaw& law;
  double c, Y, log_tolerance;
  size_t most_points;
};

void cover_panel(const Plan& plan, const Panel& panel, int depth, Cover* cover) {
  constexpr double kRhos[] = {2, 3, 4, 6, 10, 20, 50};
  constexpr int kDeepest = 40;
  constexpr size_t kMostPanels =
      20000;  // with more panels the bound would be too wide to be useful
  const double length = panel.right - panel.left, log_half = std::log(length / 2);
  const Ball half = exact(length / 2, kBoundBits).upper();
  const auto size_at = [&](double rho) {
    return size_around(plan.law, plan.c, plan.Y, panel, rho);
  };
  const Size inside = size_at(1);
  if (inside.log_integrand.approximate() + log_half < plan.log_tolerance - 3) {
    add_error(cover, exp(inside.log_integrand) * half * 2, inside.log_ratio);
    return;
  }
  double best = 1e300, best_rho = kRhos[0];
  Size best_size{Ball::indeterminate(kBoundBits), inside.log_ratio};
  for (const double rho : kRhos) {
    const Size size = size_at(rho);
    if (!size.log_integrand.is_finite()) break;
    const double points =
        gauss_size(rho, size.log_integrand.approximate() + log_half, plan.log_tolerance);
    if (points < best) {
      best = points;
      best_rho = rho;
      best_size = size;
    }
  }
  if (best > static_cast<double>(plan.most_points) && depth < kDeepest &&
      cover->panels.size() < kMostPanels && std::isfinite(plan.log_tolerance)) {
    const double middle = (panel.left + panel.right) / 2;
    cover_panel(plan, {panel.left, middle, panel.first}, depth + 1, cover);
    cover_panel(plan, {middle, panel.right, false}, depth + 1, cover);
    return;
  }
  // Numbers of nodes are multiples of 4, so that few different rules are computed.
  const size_t points =
      std::min(plan.most_points, (static_cast<size_t>(std::min(best, 1e6)) + 3) / 4 * 4);
  cover->panels.push_back({panel, points});
  add_error(cover, gauss_error(points, best_rho, exp(best_size.log_integrand)) * half,
            best_size.log_ratio);
}

size_t most_points(Bits p) { return static_cast<size_t>(std::max(16L, p.n / 4 + 8)) / 4 * 4; }

/// Returns a bound of the integral from X to infinity for the k-th power of the loss, without the factor k!.
Ball beyond(const BatchLaw& law, double c, double X) {
  const Bits p = kBoundBits;
  const Ball mu(law.mu, p), x = exact(X, p), own = exact(c, p);
  const Ball f = rest(law, p) + shifted_part(law, x);
  Ball sum(p);
  for (const Ball& b : {own + 1, Ball::integer(2, p) - own}) {
    sum += certainly_negative(b)
               ? normal_survival(x)
               : power(f, b) * exp(square(b * mu) / 2 - b * mu * x) * normal_survival(x - b * mu);
  }
  return sum;
}

/// Returns the right end of the quadrature, chosen so that the truncated part is small.
double far_end(const BatchLaw& law, double c, double log_tolerance) {
  const double steep = std::max({c + 1, 2 - c, 0.0}) * law.mu_approx;
  const double need = std::sqrt(2 * std::max(1.0, 4 - log_tolerance));
  return rounded(std::max(law.mu_approx / 2 + 1, std::min(steep, 1e6) + need + 1), 20);
}

/// Returns a double slightly below mu/2, the left end of the first panel. The integral starts at mu/2; the bounds for
/// the whole panel also hold for its part above mu/2.
double below_start(const BatchLaw& law) { return law.mu_approx / 2 * (1 - 1e-15); }

void forget(Cover* cover) {
  cover->panels.clear();
  for (UpperBound& e : cover->error) e = UpperBound::infinite();
}

Cover cover_line(const BatchLaw& law, double c, double Y, double log_tolerance, Bits p) {
  Cover cover;
  if (!(law.mu.sign() > 0 && law.q.sign() > 0 && law.q < Rational(1) && std::isfinite(c) &&
        Y >= 0)) {
    forget(&cover);
    return cover;
  }
  const Plan plan{law, c, Y, log_tolerance, most_points(p)};
  double X = far_end(law, c, log_tolerance);
  for (int tries = 0; tries < 20 && !(beyond(law, c, X).log_approximate() < log_tolerance);
       ++tries) {
    X = rounded(X * 1.1 + 0.5, 20);
  }
  const Ball start = Ball(law.mu, kBoundBits) / 2;
  cover_panel(plan, {below_start(law), X, true}, 0, &cover);
  const bool inside = certainly_at_most(exact(below_start(law), kBoundBits), start) &&
                      (cover.panels.empty() ||
                       certainly_less(start, exact(cover.panels.front().panel.right, kBoundBits)));
  if (!inside || !certainly_less(start, exact(X, kBoundBits))) {
    forget(&cover);
    return cover;
  }
  UpperBound tail = UpperBound::of(beyond(law, c, X));
  for (int k = 0; k < kPowers; ++k) {
    if (k > 1) tail = tail * UpperBound::of(Ball::integer(k, kBoundBits));
    cover.error[k] = cover.error[k] + bound<"BATCH-RULE">(tail);
  }
  return cover;
}

/// Returns the extra bits that the largest exponent of the integrand needs. Returns a small number if this exponent is
/// not finite, as for orders beyond 1e150: the nodes and their sums are then not finite either.
long exponent_bits(const BatchLaw& law, double c, double Y, const Cover& cover) {
  const double end = cover.panels.empty() ? 1 : cover.panels.back().panel.right;
  const double size = (std::fabs(c) + 1 + Y) * log_ratio(law, end) + end * end / 2;
  constexpr long kFew = 64;
  if (!std::isfinite(size)) return kFew;
  return static_cast<long>(std::log2(std::max(0.0, size) + 2) - std::log2(law.q_approx)) + 12;
}

/// Calls take(log f, weight, mirrored weight) for every node. The weights are phi f^c dx and phi f^{1-c} dx.
template <class Take>
void for_each_node(const BatchLaw& law, double c, const Cover& cover, Bits p, Take take) {
  const Ball mu(law.mu, p), cc = exact(c, p), q(law.q, p), start = mu / 2;
  for (const Cover::RuledPanel& ruled : cover.panels) {
    const auto rule = gauss_legendre(ruled.points, p, [] { poll_here(); });
    const Ball left = ruled.panel.first ? start : exact(ruled.panel.left, p);
    const Ball half = (exact(ruled.panel.right, p) - left) / 2, middle = left + half;
    for (size_t k = 0; k < ruled.points; ++k) {
      poll_here(static_cast<long>(k), p);
      const Ball x = middle + half * rule->nodes[k];
      const Ball l = log1p(q * expm1(mu * (x - start)));
      const Ball weight = normal_density(x) * half * rule->weights[k];
      const Ball own = weight * exp(cc * l);
      take(l, own, own * exp((Ball::integer(1, p) - cc * 2) * l));
    }
  }
}

double log_scale(const BatchLaw& law, double c) { return heuristic::sketch(law, c).log_K; }

}  // namespace

Ball rest_at_zero(const BatchLaw& law, Bits p) {
  return rest(law, p) * (Ball::integer(1, p) - normal_cdf(-(Ball(law.mu, p) / 2)) * 2);
}

Rule rule(const BatchLaw& law, double c, double Y, double log_tolerance, Bits p) {
  const Cover cover = cover_line(law, c, Y, log_tolerance, p);
  const Bits work = p + exponent_bits(law, c, Y, cover);
  Rule out{{Ball(work)}, {rest_at_zero(law, work)}, cover.error[0]};
  for_each_node(law, c, cover, work, [&](const Ball& l, const Ball& own, const Ball& mirrored) {
    out.losses.push_back(l);
    out.weights.push_back(own);
    out.losses.push_back(-l);
    out.weights.push_back(mirrored);
  });
  return out;
}

Sides sides(const BatchLaw& law, double c, Bits p) {
  const double tolerance = log_scale(law, c) - static_cast<double>(p.n) * kLn2 - 3;
  const Cover cover = cover_line(law, c, 0, tolerance, p);
  const Bits work = p + exponent_bits(law, c, 0, cover);
  Sides out{Ball(work), Ball(work)};
  for_each_node(law, c, cover, work, [&](const Ball&, const Ball& own, const Ball& mirrored) {
    out.own += own;
    out.mirrored += mirrored;
  });
  // cover.error[0] bounds the sum of the errors of both integrals, hence each of the two errors.
  return {widen(out.own, cover.error[0]), widen(out.mirrored, cover.error[0])};
}

Ball transform(const BatchLaw& law, double c, Bits p) {
  if (c == 0 || c == 1) return Ball::integer(1, p);
  const double tolerance = log_scale(law, c) - static_cast<double>(p.n) * kLn2 - 3;
  if (!std::isfinite(tolerance)) return Ball::indeterminate(p);
  const Cover cover = cover_line(law, c, 0, tolerance, p);
  const Bits work = p + exponent_bits(law, c, 0, cover);
  Ball sum = rest_at_zero(law, work);
  for_each_node(law, c, cover, work,
                [&](const Ball&, const Ball& own, const Ball& mirrored) { sum += own + mirrored; });
  return widen(sum, cover.error[0]).rounded(p);
}

TiltedMoments moments(const BatchLaw& law, double c, Bits p) {
  const heuristic::Sketch at = heuristic::sketch(law, c);
  // The fourth moment is at least the square of the variance; `least` is the log of this square, but at most 0.
  const double least = std::min(0.0, 2 * std::log(at.variance));
  const Cover cover = cover_line(law, c, 0, at.log_K + least - 40, Bits{128});
  const Bits work = p + (exponent_bits(law, c, 0, cover) + static_cast<long>(-least / kLn2));
  Ball d[kPowers] = {rest_at_zero(law, work), Ball(work), Ball(work), Ball(work), Ball(work)};
  for_each_node(law, c, cover, work, [&](const Ball& l, const Ball& own, const Ball& mirrored) {
    Ball up = own, down = mirrored;
    for (Ball& sum : d) {
      sum += up + down;
      up = up * l;
      down = -(down * l);
    }
  });
  for (int k = 0; k < kPowers; ++k) d[k] = widen(d[k], cover.error[k]);
  return tilted_moments(d);
}

namespace heuristic {

Sketch sketch(const BatchLaw& law, double c) {
  // Applies Simpson's rule where the integrand is large. K - 1 is summed directly, to be accurate for c near 0 and 1.
  constexpr int kIntervals = 600;
  const double start = law.mu_approx / 2;
  const double end = std::max({start, c * law.mu_approx, (1 - c) * law.mu_approx}) + 9;
  const double h = (end - start) / kIntervals;
  double change = 0, own = 0, mirrored = 0, log_top = 0;
  double m[kPowers] = {};
  const auto at = [&](int i) { return start + h * i; };
  const auto log_phi = [](double x) { return -x * x / 2 - 0.918938533204673; };
  for (int i = 0; i <= kIntervals; ++i) {
    const double l = std::max(0.0, log_ratio(law, at(i)));
    log_top = std::max(log_top, log_phi(at(i)) + std::max(c, 1 - c) * l);
  }
  for (int i = 0; i <= kIntervals; ++i) {
    const double l = std::max(0.0, log_ratio(law, at(i)));
    const double w = (i == 0 || i == kIntervals ? 1 : i % 2 == 1 ? 4 : 2) * h / 3;
    const double up = w * std::exp(log_phi(at(i)) + c * l - log_top),
                 down = w * std::exp(log_phi(at(i)) + (1 - c) * l - log_top);
    const double phi = w * std::exp(log_phi(at(i)) - log_top);
    change += phi * (std::expm1(c * l) + std::exp(l) * std::expm1(-c * l));
    own += up;
    mirrored += down;
    double power = 1;
    for (int k = 0; k < kPowers; ++k) {
      m[k] += (up + (k % 2 == 1 ? -down : down)) * power;
      power *= l;
    }
  }
  const double rest = (1 - law.q_approx) * std::erf(law.mu_approx / 2 / std::sqrt(2.0));
  m[0] += rest * std::exp(-log_top);
  const double small = change * std::exp(log_top);
  const double log_K = std::fabs(small) < 0.5 ? std::log1p(small) : log_top + std::log(m[0]);
  const double m1 = m[1] / m[0], m2 = m[2] / m[0], m3 = m[3] / m[0], m4 = m[4] / m[0];
  return {log_K,
          m2 - m1 * m1,
          m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 * m1 * m1 * m1,
          rest / std::exp(log_K),
          own / m[0],
          mirrored / m[0]};
}

}  // namespace heuristic

}  // namespace plumbline::batch
