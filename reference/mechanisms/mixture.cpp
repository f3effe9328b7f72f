#include "reference/mechanisms/mixture.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::mixture {
namespace {

constexpr double kLn2 = 0.6931471805599453;
constexpr Bits kBoundBits{64};

Ball exact(double x, Bits p) { return Ball::from_binary64(x, p); }

/// h / sqrt(2 pi).
Ball weight(double h, Bits p) { return exact(h, p) / sqrt(Ball::pi(p) * 2); }

/// |phi(t+ib) X(t+ib)| <= growth(b) phi(t) X(t; cos(b mu)), where X(t; kappa) is the window at
/// z + log kappa (WINDOW-GROWTH).
Ball growth(const Law& law, const Ball& b) {
  return exp(square(b) / 2) * window_growth(law.window, b * Ball(law.mu, b.precision()));
}

Ball widening(const Law& law, const Ball& b) {
  if (law.window.whole()) return Ball::integer(1, b.precision());
  return cos(b * Ball(law.mu, b.precision()));
}

Ball log_ratio_normal(const Law& law, const Ball& t) {  // z
  const Ball mu(law.mu, t.precision());
  return mu * t - square(mu) / 2;
}

/// X(t; kappa) for real t.
Ball window_at(const Law& law, const Ball& t, const Ball& kappa) {
  return window_value(law.window, log_ratio_normal(law, t), kappa);
}

Law without_window(const Law& law) {
  Law out = law;
  out.window = Window{};
  out.table.reset();
  return out;
}

// BOUND(MIXTURE-SIZE)
// Statement.  An upper bound of int phi(t) X(t; kappa) w(t)^c dt: K(c) of the law without window;
//             1 for 0 <= c <= 1; w(t1)^c for c > 1 if WINDOW-HAZARD holds at t1.
// Proof.      X <= 1; Jensen; X w^c <= w(t1)^c up to t1, where w increases, and X w^c decreases
//             beyond; phi has integral 1.
UpperBound size_bound(const Law& law, double c, const Ball& kappa) {
  const Bits p = kBoundBits;
  if (c >= 0 && c <= 1) return UpperBound::of(Ball::integer(1, p));
  if (c > 1 && law.window.high) {
    const Ball t = exact(heuristic::winning_place(law, c, kappa.approximate()), p);
    const Ball rho(law.p / (Rational(1) - law.p), p);
    const Ball z = log_ratio_normal(law, t), cc = exact(c, p);
    if (!window_wins(upper_part(law.window), z, kappa, rho, cc)) return UpperBound::infinite();
    return UpperBound::of(exp(cc * log(ratio(law, t))));
  }
  return UpperBound::of(transform(without_window(law), c, p));
}

/// Extra bits for exponents of size |c L|, which cost their own length.
long exponent_bits(const Law& law, const Grid& grid, double c) {
  const double edge = std::max(std::fabs(grid.step * static_cast<double>(grid.first)),
                               std::fabs(grid.step * static_cast<double>(grid.last)));
  const double size = edge * edge / 2 + (1 + std::fabs(c)) * (law.mu_approx * (edge + 1) + 1);
  return static_cast<long>(std::log2(size + 2)) + 8;
}

/// e^{2 pi b / h} - 1, the denominator of every trapezoid bound; certainly positive or the bound
/// comes out infinite.
Ball denominator(double b, double h) {
  if (!(b > 0 && h > 0)) return Ball::indeterminate(kBoundBits);
  return expm1(Ball::pi(kBoundBits) * 2 * exact(b, kBoundBits) / exact(h, kBoundBits));
}

}  // namespace

ComplexBall ratio(const Law& law, const Ball& t, const Ball& a) {
  const Bits p = t.precision();
  const Ball mu(law.mu, p), rate(law.p, p), rest(Rational(1) - law.p, p);
  const ComplexBall e = exp(ComplexBall(mu * t - square(mu) / 2, mu * a));
  return e * rate + ComplexBall(rest);
}

Ball ratio(const Law& law, const Ball& t) {
  const Bits p = t.precision();
  const Ball mu(law.mu, p);
  return exp(mu * t - square(mu) / 2) * Ball(law.p, p) + Ball(Rational(1) - law.p, p);
}

// BOUND(MIXTURE-COSINE)
// Statement.  For |b| mu < pi: |w(t+ib)| <= w(t) and |w(t+ib)| >= w(t) cos(b mu/2); hence
//             |w(t+ib)|^c <= w(t)^c for c >= 0 and <= w(t)^c cos(b mu/2)^c for c < 0.
// Proof.      With A = 1-p, B = p e^z, th = b mu: |A + B e^{i th}|^2 = (A+B)^2 - 4AB sin^2(th/2)
//             >= (A+B)^2 (1 - sin^2(th/2)) because 4AB <= (A+B)^2.
Ball cosine_factor(const Law& law, const Ball& b, double c) {
  const Bits p = b.precision();
  const Ball angle = abs(b) * Ball(law.mu, p);
  if (!certainly_less(angle, Ball::pi(p))) return Ball::indeterminate(p);
  if (c >= 0) return Ball::integer(1, p);
  const Ball cosine = cos(angle / 2);
  return power(cosine, exact(c, p));
}

// BOUND(MIXTURE-TAILS)
// Statement.  Let W(a, u) = e^{a^2/2} [h phi(u-a) + Phi(-|u-a|)] for u at or beyond a (outward),
//             and 1 + h phi(0) for a = 0 otherwise. With u the first node left out and X+ (X-) the
//             window with its upper (lower) edge alone, at kappa: right of the range, sum h phi X
//             w^c <= X+(u) w(u)^c W(0, u) if c < 0 or WINDOW-HAZARD holds at u, and <= X+(u) (w(u)
//             e^{-z(u)})^c e^{-c mu^2/2} W(c mu, u) if c >= 0; left of it, <= X-(u) w(u)^c W(0, u)
//             if c >= 0; for c < 0, X-(u) times the second form of the right, or (1-p)^c X-(u) W(0,
//             u).
// Proof.      w increases in u and w e^{-z} = p + (1-p) e^{-z} decreases; X <= X+, which decreases,
//             and X <= X-, which increases: each may be frozen at u. e^{cz} = e^{c mu u - c
//             mu^2/2}, phi(u) e^{au} = e^{a^2/2} phi(u-a), and phi decreases away from 0: nodes
//             after the first lie below the integral.
struct Sides {
  UpperBound left, right;
};

Sides omitted_sides(const Law& law, const Grid& grid, double c, const Ball& kappa) {
  const Bits p{96};
  const Ball h = exact(grid.step, p), mu(law.mu, p), cc = exact(c, p), zero(p);
  const Ball one = Ball::integer(1, p), rho(law.p / (Rational(1) - law.p), p);
  const Window upper = upper_part(law.window), lower = lower_part(law.window);
  const auto W = [&](const Ball& a, const Ball& u, bool to_right) {
    const Ball out = to_right ? u - a : a - u;
    if (certainly_at_most(zero, out)) {
      return UpperBound::of(exp(square(a) / 2) * (h * normal_density(out) + normal_survival(out)));
    }
    return a.is_exactly_zero() ? UpperBound::of(one + h) : UpperBound::infinite();
  };
  const auto frozen = [&](const Ball& u) { return UpperBound::of(exp(cc * log(ratio(law, u)))); };
  const auto tilted = [&](const Ball& u, bool to_right) {
    const Ball z = log_ratio_normal(law, u);
    return UpperBound::of(exp(cc * (log(ratio(law, u)) - z - square(mu) / 2))) *
           W(cc * mu, u, to_right);
  };
  const Ball right = h * (grid.last + 1), left = h * (grid.first - 1);
  const Ball z_right = log_ratio_normal(law, right), z_left = log_ratio_normal(law, left);
  UpperBound beyond = UpperBound::infinite();
  if (c < 0 || window_wins(upper, z_right, kappa, rho, cc)) {
    beyond = frozen(right) * W(zero, right, true);
  }
  if (c >= 0) beyond = smaller(beyond, tilted(right, true));
  UpperBound before = frozen(left) * W(zero, left, false);
  if (c < 0) {
    const Ball flat = exp(cc * log(Ball(Rational(1) - law.p, p)));
    before = smaller(tilted(left, false), UpperBound::of(flat) * W(zero, left, false));
  }
  return {before * UpperBound::of(window_value(lower, z_left, kappa)),
          beyond * UpperBound::of(window_value(upper, z_right, kappa))};
}

UpperBound omitted_nodes(const Law& law, const Grid& grid, double c, const Ball& kappa) {
  const Sides sides = omitted_sides(law, grid, c, kappa);
  return sides.left + sides.right;
}

bool within_right_angle(const Law& law, const Ball& b) {
  const Bits p = b.precision();
  return certainly_at_most(abs(b) * Ball(law.mu, p), Ball::pi(p) / 2);
}

/// (1-p)^c.
UpperBound flat_power(const Law& law, double c) {
  const Bits p = kBoundBits;
  return UpperBound::of(exp(exact(c, p) * log(Ball(Rational(1) - law.p, p))));
}

// BOUND(MIXTURE-STRIP)
// Statement.  For |a|, |b| < pi/mu, int phi(t) X(t; kappa) |w(t+ia) w(t+ib)|^{c/2} dt is at most
//             sqrt(cosine_factor(a) cosine_factor(b)) size_bound, and for c < 0 and |a| mu, |b| mu
//             <= pi/2 at most (1-p)^c. With a = b the same holds for the nodes left out on
//             either side: cosine_factor(b) omitted(c) and (1-p)^c omitted(0).
// Proof.      MIXTURE-COSINE; |w|^2 = A^2 + B^2 + 2 A B cos(theta) >= A^2 = (1-p)^2 for cos(theta)
//             >= 0, and X <= 1.
UpperBound strip_size(const Law& law, double c, const Ball& a, const Ball& b, const Ball& kappa) {
  const Ball factor = sqrt(cosine_factor(law, a, c) * cosine_factor(law, b, c));
  UpperBound best = UpperBound::of(factor) * size_bound(law, c, kappa);
  if (c < 0 && within_right_angle(law, a) && within_right_angle(law, b)) {
    best = smaller(best, flat_power(law, c));
  }
  return best;
}

UpperBound omitted_off_axis(const Law& law, const Grid& grid, double c, const Ball& b) {
  const Ball kappa = widening(law, b);
  const UpperBound cosine = UpperBound::of(cosine_factor(law, b, c));
  const Sides sides = omitted_sides(law, grid, c, kappa);
  UpperBound left = cosine * sides.left, right = cosine * sides.right;
  if (c < 0 && within_right_angle(law, b)) {
    const Sides flat = omitted_sides(law, grid, 0, kappa);
    left = smaller(left, flat_power(law, c) * flat.left);
    right = smaller(right, flat_power(law, c) * flat.right);
  }
  return left + right;
}

// BOUND(MIXTURE-REAL)
// Statement.  The trapezoid rule on the real line differs from K(c) by at most 2 growth(b) M /
//             (e^{2 pi b/h} - 1), 0 < b mu < pi (pi/2 with a window), where growth(b) is e^{b^2/2}
//             times the window's and M = strip_size. Without window also M = cosine_factor(b)
//             K(c): then the full sum S satisfies K(c) in S / (1 +- eps).
// Proof.      phi X w^c is analytic for |Im u| < pi/mu. On Im u = +-b its integral of absolute
//             values is at most growth(b) M (WINDOW-GROWTH). Contour form of the trapezoid error:
//             each edge contributes its integral over e^{2 pi b/h} - 1.
// Source.     Trefethen and Weideman 2014, Theorem 5.1.
Ball transform(const Law& law, double c, Bits p) {
  if (law.window.whole() && (c == 0 || c == 1)) return Ball::integer(1, p);
  const Grid grid = heuristic::real_grid(law, c, static_cast<double>(p.n) * kLn2);
  if (!grid.reasonable()) return Ball::indeterminate(p);
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), cc = exact(c, work);
  const bool whole = law.window.whole();
  const Ball one = Ball::integer(1, work);
  Ball sum(work);
  for (long j = grid.first; j <= grid.last; ++j) {
    const Ball u = h * j;
    const Ball term = exp(cc * log(ratio(law, u)) - square(u) / 2);
    sum += whole ? term : term * window_at(law, u, one);
  }
  sum = widen(sum * weight(grid.step, work), omitted_nodes(law, grid, c, one));
  const Ball b = exact(grid.strip, kBoundBits);
  const Ball edges = growth(law, b) * 2 / denominator(grid.strip, grid.step);
  const auto absolute = [&](const UpperBound& M) {
    return max(widen(sum, UpperBound::of(edges) * M), Ball(work)).rounded(p);
  };
  if (!whole) return absolute(strip_size(law, c, b, b, widening(law, b)));
  const Ball epsilon = edges * cosine_factor(law, b, c);
  Ball best = Ball::indeterminate(p);
  if (certainly_less(epsilon, one)) {
    best = (sum / widen(one, UpperBound::of(epsilon))).rounded(p);
  }
  if (c < 0 && within_right_angle(law, b)) {
    const Ball other = absolute(flat_power(law, c));
    if (!best.is_finite() || other.radius() <= best.radius()) best = other;
  }
  return best;
}

// BOUND(MIXTURE-LINE)
// Statement.  For s = c + iy, y >= 0, nodes on Im u = a with 2 a mu < pi: the error is at most
//             [K(c) + growth(2a) M] / (e^{2 pi a/h} - 1), M = strip_size, and the nodes left out
//             weigh at most growth(a) omitted_off_axis.
// Proof.      0 <= Im u <= 2a gives 0 <= arg w < pi, so |w^{c+iy}| = |w|^c e^{-y arg w} <= |w|^c;
//             the integrand is analytic there, of integral at most K(c) on Im u = 0 and
//             growth(2a) M on Im u = 2a. The line Im u = a is at distance
//             a from both edges.
// Source.     Trefethen and Weideman 2014, Theorem 5.1.
Line transform_on_line(const Law& law, double c, const Ball& D, size_t count, Bits p,
                       const std::function<void()>& poll) {
  const Grid grid = heuristic::line_grid(law, c, static_cast<double>(p.n) * kLn2);
  if (!grid.reasonable()) {  // nothing is claimed
    Line unknown{ComplexVector(count, p), UpperBound::infinite()};
    unknown.values.widen_all(unknown.quadrature_error);
    return unknown;
  }
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), a = exact(grid.shift, work), cc = exact(c, work);
  const Ball scale = weight(grid.step, work);
  ComplexVector nodes(grid.size(), work), weights(grid.size(), work);
  for (long j = grid.first; j <= grid.last; ++j) {
    const size_t i = static_cast<size_t>(j - grid.first);
    const Ball t = h * j;
    const ComplexBall l = log(ratio(law, t, a));
    // -(t + ia)^2/2 = (a^2 - t^2)/2 - i a t
    const ComplexBall gaussian((square(a) - square(t)) / 2, -(a * t));
    nodes.set(i, l);
    const ComplexBall w = exp(gaussian + l * cc) * scale;
    weights.set(i, law.window.whole()
                       ? w
                       : w * window_value(law.window, ComplexBall(log_ratio_normal(law, t),
                                                                  a * Ball(law.mu, work))));
    if (i % 32 == 0) poll();
  }
  Line out{exponential_sums(weights, nodes, D.at(work), count, work, poll), UpperBound()};
  const Ball b = exact(grid.shift, kBoundBits);
  const UpperBound at_zero = UpperBound::of(transform(law, c, kBoundBits));
  const UpperBound above =
      UpperBound::of(growth(law, b * 2)) * strip_size(law, c, b * 2, b * 2, widening(law, b * 2));
  const Ball share = Ball::integer(1, kBoundBits) / denominator(grid.shift, grid.step);
  out.quadrature_error = (at_zero + above) * UpperBound::of(share) +
                         UpperBound::of(growth(law, b)) * omitted_off_axis(law, grid, c, b);
  out.values.widen_all(out.quadrature_error);
  return out;
}

// BOUND(MIXTURE-FAR)
// Statement.  |K(c+iy)| <= B(T) for |y| >= T > 0, 0 < a mu < pi, B(T) = growth(a) int phi(t)
//             X(t; cos a mu) |w(t+ia)|^c e^{-T arg w(t+ia)} dt. Its trapezoid rule errs by at most
//             2 growth(a) growth(b) M / (e^{2 pi b/h} - 1), M = strip_size of a + b and a - b at
//             cos(a mu) cos(b mu), for a + b < pi/mu and either b <= a or (a + b) mu <= pi/2, and
//             the nodes left out weigh at most growth(a) omitted_off_axis.
// Proof.      Shift the contour of K(c+iy), y >= T, to Im u = a: |w^{iy}| = e^{-y arg w} with
//             arg w > 0 (y < 0 by conjugation) and |phi X| <= growth(a) phi(t) X(t; cos
//             a mu). As a function of complex v = t + i tau the integrand is growth(a) phi(v)
//             X(v; cos a mu) [w(v+ia)
//             w(v-ia)]^{c/2} e^{-T (log w(v+ia) - log w(v-ia))/(2i)}, analytic for |tau| + a <
//             pi/mu. There the last factor has modulus exp(-T (arg w(t+i(tau+a)) - arg
//             w(t+i(tau-a)))/2). For b <= a the first argument is
//             >= 0 and the second <= 0 (arg w has the sign of Im u); for (a+b) mu <= pi/2 both lie
//             where arg(A + B e^{i th}) increases with th (derivative (B^2 + AB cos th)/|.|^2).
//             Either way it is <= 1. (Beyond, arg falls back to 0 at th = pi where B < A, and the
//             factor can be huge.) MIXTURE-COSINE bounds the other factors.
// Source.     This project; trapezoid error as above.
Ball far_bound(const Law& law, double c, double T, double a, Bits p) {
  const double target = std::max(20.0, static_cast<double>(p.n - 30) * kLn2);
  const Grid grid = heuristic::far_grid(law, c, a, target);
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), shift = exact(a, work), cc = exact(c, work),
             y = exact(T, work);
  const Ball angle = (exact(a, work) + exact(grid.strip, work)) * Ball(law.mu, work);
  if (!(a > 0 && T > 0) || !grid.reasonable()) return Ball::indeterminate(p);
  const bool opposite = grid.strip <= a && certainly_less(angle, Ball::pi(work));
  if (!opposite && !certainly_at_most(angle, Ball::pi(work) / 2)) return Ball::indeterminate(p);
  Ball sum(work);
  const Ball kappa = widening(law, shift);
  for (long j = grid.first; j <= grid.last; ++j) {
    const Ball t = h * j;
    const ComplexBall l = log(ratio(law, t, shift));
    const Ball term = exp(cc * l.real() - square(t) / 2 - y * l.imag());
    sum += law.window.whole() ? term : term * window_at(law, t, kappa);
  }
  const Ball alpha = exact(a, kBoundBits), b = exact(grid.strip, kBoundBits);
  const Ball wide = widening(law, alpha) * widening(law, b);
  const Ball edges = growth(law, alpha) * growth(law, b) * 2 / denominator(grid.strip, grid.step);
  const UpperBound error =
      UpperBound::of(edges) * strip_size(law, c, alpha + b, alpha - b, wide) +
      UpperBound::of(growth(law, alpha)) * omitted_off_axis(law, grid, c, alpha);
  return widen(sum * weight(grid.step, work) * growth(law, shift), error).upper().at(p);
}

// BOUND(MIXTURE-MOMENTS)
// Statement.  The k-th derivative of the (finite) trapezoid sum S(s) at c differs from K^(k)(c) by
//             at most k! sup_{|s-c|=r} |K(s) - S(s)| / r^k, and on that circle |K - S| <= 2
//             growth(b) e^{r b mu} (M(c-r) + M(c+r)) / (e^{2 pi b/h} - 1) + the nodes left out at
//             c-r and at c+r, M = strip_size.
// Proof.      K - S is analytic in s: Cauchy. On |Im u| <= b: |w^s| <= |w|^{Re s} e^{|Im s| |arg
//             w|} with |arg w| <= b mu, and w^{Re s} <= w^{c-r} + w^{c+r}. For c < 0 <= c + r the
//             cosine factor of c - r dominates, being >= 1 and larger for smaller exponents.
// Source.     Cauchy's estimate.
TiltedMoments moments(const Law& law, double c, Bits p) {
  const double r = 0.5;
  const double target =
      30 - 5 * std::log(law.p_approx) + std::min(3 * law.mu_approx * law.mu_approx, 100.0);
  const Grid low = heuristic::real_grid(law, c - r, target);
  const Grid high = heuristic::real_grid(law, c + r, target);
  Grid grid;
  grid.step = std::min(low.step, high.step) * 0.75;  // e^{r b mu} needs some room
  grid.strip = std::min(low.strip, high.strip);
  grid.first = static_cast<long>(std::floor(std::min(static_cast<double>(low.first) * low.step,
                                                     static_cast<double>(high.first) * high.step) /
                                            grid.step)) -
               1;
  grid.last = static_cast<long>(std::ceil(std::max(static_cast<double>(low.last) * low.step,
                                                   static_cast<double>(high.last) * high.step) /
                                          grid.step)) +
              1;
  if (!grid.reasonable()) return {Ball::indeterminate(p), Ball::indeterminate(p)};
  const Bits work =
      Bits{std::max(p.n, static_cast<long>(target / kLn2) + 30)} + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), cc = exact(c, work);
  Ball d[5] = {Ball(work), Ball(work), Ball(work), Ball(work), Ball(work)};
  for (long j = grid.first; j <= grid.last; ++j) {
    const Ball u = h * j, l = log(ratio(law, u));
    Ball term = exp(cc * l - square(u) / 2);
    if (!law.window.whole()) term = term * window_at(law, u, Ball::integer(1, work));
    for (Ball& sum : d) {
      sum += term;
      term = term * l;
    }
  }
  const Ball b = exact(grid.strip, kBoundBits), mu(law.mu, kBoundBits), rr = exact(r, kBoundBits);
  const Ball kappa = widening(law, b), one = Ball::integer(1, kBoundBits);
  const UpperBound both = strip_size(law, c - r, b, b, kappa) + strip_size(law, c + r, b, b, kappa);
  const Ball edges = growth(law, b) * exp(rr * b * mu) * 2 / denominator(grid.strip, grid.step);
  const UpperBound circle = UpperBound::of(edges) * both + omitted_nodes(law, grid, c - r, one) +
                            omitted_nodes(law, grid, c + r, one);
  const Ball scale = weight(grid.step, work);
  Ball cauchy = Ball::integer(1, kBoundBits);  // k!/r^k
  for (long k = 0; k <= 4; ++k) {
    if (k > 0) cauchy = cauchy * k / rr;
    d[k] = widen(d[k] * scale, circle * UpperBound::of(cauchy));
  }
  return tilted_moments(d);
}

// BOUND(MIXTURE-ALGEBRAIC)
// Statement.  |K(c+iy)| <= C/|y|, C = (1/mu) sum over beta in {0, c} of G(beta) (1 + beta^2 mu^2/2
//             + |c| mu) + r G(beta-1) (1 + (beta-1)^2 mu^2/2 + mu), r = (1-p)/p,
//             G(beta) = e^{beta (beta-1) mu^2/2}; with a window, plus sum over beta of (G(beta)
//             + r G(beta-1)) k^k e^{-k}/(k-1)!.
// Proof.      K(c+iy) = int phi w^c e^{iyL} du; integrate by parts with L' = p mu e^z / w, so that
//             1/L' = (1 + r e^{-z})/mu: |y| |K| <= int |(phi w^c / L')'| du, and
//             (phi w^c (1 + r e^{-z}))' = phi w^c [-u (1 + r e^{-z}) + c mu - r mu e^{-z}].
//             w^c <= 1 + e^{cz} (convexity, or concavity for 0 < c < 1), |u| <= (1+u^2)/2,
//             E[e^{beta z}] = G(beta) and E[u^2 e^{beta z}] = G(beta) (1 + beta^2 mu^2). X <= 1,
//             and |X'| <= 1/(taper sqrt(2 pi)), a difference of two such positive terms.
// Source.     Elementary.
UpperBound algebraic_decay(const Law& law, double c) {
  const Bits p = kBoundBits;
  const Ball mu(law.mu, p), r((Rational(1) - law.p) / law.p, p), cc = exact(c, p);
  Ball total(p);
  for (const Ball& beta : {Ball(p), cc}) {
    const Ball below = beta - 1;
    const Ball G0 = exp(beta * below * square(mu) / 2);
    const Ball G1 = exp(below * (beta - 2) * square(mu) / 2);
    total += G0 * (square(beta * mu) / 2 + 1 + abs(cc) * mu);
    total += r * G1 * (square(below * mu) / 2 + 1 + mu);
    if (law.window.whole()) continue;
    Ball steepest = exp(Ball::integer(-law.window.k, p));
    for (int i = 1; i < law.window.k; ++i) steepest = steepest * law.window.k / i;
    total += (G0 + r * G1) * mu * steepest * law.window.k;
  }
  return UpperBound::of(total / mu);
}

}  // namespace plumbline::mixture
