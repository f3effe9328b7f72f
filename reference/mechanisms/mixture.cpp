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
// Statement.  With G(x) = h phi(x) + erfc(x/sqrt 2)/2, x >= 0, and u the first node left out:
//             right of the range, sum h phi w^c <= (w(u) e^{-z(u)})^c e^{c(c-1)mu^2/2} G(u - c mu)
//               if c >= 0, u >= c mu, and <= w(u)^c G(u) if c < 0, u >= 0;
//             left of it, <= w(u)^c G(-u) if c >= 0, u <= 0; for c < 0 the first form with
//               G(c mu - u) if u <= c mu, or (1-p)^c G(-u) if u <= 0.
// Proof.      w increases in u and w e^{-z} = p + (1-p) e^{-z} decreases, so either factor may be
//             frozen at u. phi(u) e^{cz} = phi(u - c mu) e^{c(c-1)mu^2/2}. phi decreases away from
//             0: the nodes after the first are below the integral.
UpperBound omitted_nodes(const Law& law, const Grid& grid, double c) {
  const Bits p{96};
  const Ball h = exact(grid.step, p), mu(law.mu, p), cc = exact(c, p);
  const auto G = [&](const Ball& x) {
    if (certainly_negative(x)) return Ball::indeterminate(p);
    return h * normal_density(x) + normal_survival(x);
  };
  const auto frozen_ratio = [&](const Ball& u, const Ball& distance) {
    const Ball z = mu * u - square(mu) / 2;
    return power(ratio(law, u) * exp(-z), cc) * exp(cc * (cc - 1) * square(mu) / 2) * G(distance);
  };
  const Ball right = h * (grid.last + 1), left = h * (grid.first - 1);
  const auto tail_right = [&] {
    return c >= 0 ? frozen_ratio(right, right - cc * mu) : power(ratio(law, right), cc) * G(right);
  };
  const auto tail_left = [&] {
    if (c >= 0) return power(ratio(law, left), cc) * G(-left);
    Ball flat = power(Ball(Rational(1) - law.p, p), cc) * G(-left);
    const Ball tilted = frozen_ratio(left, cc * mu - left);
    if (!tilted.is_finite()) return flat;
    return flat.is_finite() ? min(flat, tilted) : tilted;
  };
  return UpperBound::of(tail_right()) + UpperBound::of(tail_left());
}

// BOUND(MIXTURE-REAL)
// Statement.  The trapezoid rule on the real line differs from K(c) by at most eps K(c), with
//             eps = 2 e^{b^2/2} cosine_factor(b) / (e^{2 pi b/h} - 1), 0 < b mu < pi. So the full
//             sum S satisfies K(c) in S / (1 +- eps).
// Proof.      phi(u) w^c is analytic for |Im u| < pi/mu. On Im u = +-b its integral of absolute
//             values is at most e^{b^2/2} cosine_factor(b) K(c). Contour form of the trapezoid
//             error: each edge contributes its integral over e^{2 pi b/h} - 1.
// Source.     Trefethen and Weideman 2014, Theorem 5.1.
Ball transform(const Law& law, double c, Bits p) {
  if (c == 0 || c == 1) return Ball::integer(1, p);
  const Grid grid = heuristic::real_grid(law, c, static_cast<double>(p.n) * kLn2);
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), cc = exact(c, work);
  Ball sum(work);
  for (long j = grid.first; j <= grid.last; ++j) {
    const Ball u = h * j;
    sum += exp(cc * log(ratio(law, u)) - square(u) / 2);
  }
  sum = widen(sum * weight(grid.step, work), omitted_nodes(law, grid, c));
  const Ball b = exact(grid.strip, kBoundBits);
  const Ball epsilon =
      exp(square(b) / 2) * 2 * cosine_factor(law, b, c) / denominator(grid.strip, grid.step);
  const Ball one = Ball::integer(1, work);
  if (!certainly_less(epsilon, one)) return Ball::indeterminate(p);
  return (sum / widen(one, UpperBound::of(epsilon))).rounded(p);
}

// BOUND(MIXTURE-LINE)
// Statement.  For s = c + iy, y >= 0, nodes on Im u = a with 2 a mu < pi: the error is at most
//             K(c) [1 + e^{2a^2} cosine_factor(2a)] / (e^{2 pi a/h} - 1), and the nodes left out
//             weigh at most e^{a^2/2} cosine_factor(a) omitted_nodes.
// Proof.      0 <= Im u <= 2a gives 0 <= arg w < pi, so |w^{c+iy}| = |w|^c e^{-y arg w} <= |w|^c;
//             the integrand is analytic there, of integral at most K(c) on Im u = 0 and
//             e^{(2a)^2/2} cosine_factor(2a) K(c) on Im u = 2a. The line Im u = a is at distance
//             a from both edges.
// Source.     Trefethen and Weideman 2014, Theorem 5.1.
Line transform_on_line(const Law& law, double c, const Ball& D, size_t count, Bits p,
                       const std::function<void()>& poll) {
  const Grid grid = heuristic::line_grid(law, c, static_cast<double>(p.n) * kLn2);
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
    weights.set(i, exp(gaussian + l * cc) * scale);
    if (i % 32 == 0) poll();
  }
  Line out{exponential_sums(weights, nodes, D.at(work), count, work, poll), UpperBound()};
  const Ball b = exact(grid.shift, kBoundBits);
  const Ball K = transform(law, c, kBoundBits);
  const Ball one = Ball::integer(1, kBoundBits);
  const Ball discretisation = K * (one + exp(square(b) * 2) * cosine_factor(law, b * 2, c)) /
                              denominator(grid.shift, grid.step);
  const Ball growth = exp(square(b) / 2) * cosine_factor(law, b, c);
  out.quadrature_error =
      UpperBound::of(discretisation) + UpperBound::of(growth) * omitted_nodes(law, grid, c);
  out.values.widen_all(out.quadrature_error);
  return out;
}

// BOUND(MIXTURE-FAR)
// Statement.  |K(c+iy)| <= B(T) for |y| >= T > 0, 0 < a mu < pi, B(T) = int e^{a^2/2} phi(t)
//             |w(t+ia)|^c e^{-T arg w(t+ia)} dt. Its trapezoid rule errs by at most
//             2 e^{(a^2+b^2)/2} K(c) sqrt(cosine_factor(a+b) cosine_factor(a-b)) / (e^{2 pi b/h}-1)
//             for a + b < pi/mu and either b <= a or (a + b) mu <= pi/2, and the nodes left out
//             weigh at most e^{a^2/2} cosine_factor(a) omitted_nodes.
// Proof.      Shift the contour of K(c+iy), y >= T, to Im u = a: |w^{iy}| = e^{-y arg w} with
//             arg w > 0 (y < 0 by conjugation). As a function of complex v = t + i tau the
//             integrand is e^{(a^2-v^2)/2} [w(v+ia) w(v-ia)]^{c/2} e^{-T (log w(v+ia) -
//             log w(v-ia))/(2i)}, analytic for |tau| + a < pi/mu. There the last factor has modulus
//             exp(-T (arg w(t+i(tau+a)) - arg w(t+i(tau-a)))/2). For b <= a the first argument is
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
  if (!(a > 0 && T > 0)) return Ball::indeterminate(p);
  const bool opposite = grid.strip <= a && certainly_less(angle, Ball::pi(work));
  if (!opposite && !certainly_at_most(angle, Ball::pi(work) / 2)) return Ball::indeterminate(p);
  Ball sum(work);
  for (long j = grid.first; j <= grid.last; ++j) {
    const Ball t = h * j;
    const ComplexBall l = log(ratio(law, t, shift));
    sum += exp((square(shift) - square(t)) / 2 + cc * l.real() - y * l.imag());
  }
  const Ball alpha = exact(a, kBoundBits), b = exact(grid.strip, kBoundBits);
  const Ball edges = exp((square(alpha) + square(b)) / 2) * 2 * transform(law, c, kBoundBits) *
                     sqrt(cosine_factor(law, alpha + b, c) * cosine_factor(law, alpha - b, c)) /
                     denominator(grid.strip, grid.step);
  const Ball growth = exp(square(alpha) / 2) * cosine_factor(law, alpha, c);
  const UpperBound error =
      UpperBound::of(edges) + UpperBound::of(growth) * omitted_nodes(law, grid, c);
  return widen(sum * weight(grid.step, work), error).upper().at(p);
}

// BOUND(MIXTURE-MOMENTS)
// Statement.  The k-th derivative of the (finite) trapezoid sum S(s) at c differs from K^(k)(c) by
//             at most k! sup_{|s-c|=r} |K(s) - S(s)| / r^k, and on that circle |K - S| <=
//             2 e^{b^2/2 + r b mu} F (K(c-r) + K(c+r)) / (e^{2 pi b/h} - 1) + the nodes left out at
//             c-r and at c+r, F the larger cosine_factor(b) of the two.
// Proof.      K - S is analytic in s: Cauchy. On |Im u| <= b: |w^s| <= |w|^{Re s} e^{|Im s| |arg
// w|}
//             with |arg w| <= b mu, and w^{Re s} <= w^{c-r} + w^{c+r}. For c < 0 <= c + r the
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
  const Bits work =
      Bits{std::max(p.n, static_cast<long>(target / kLn2) + 30)} + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), cc = exact(c, work);
  Ball d[5] = {Ball(work), Ball(work), Ball(work), Ball(work), Ball(work)};
  for (long j = grid.first; j <= grid.last; ++j) {
    const Ball u = h * j, l = log(ratio(law, u));
    Ball term = exp(cc * l - square(u) / 2);
    for (Ball& sum : d) {
      sum += term;
      term = term * l;
    }
  }
  const Ball b = exact(grid.strip, kBoundBits), mu(law.mu, kBoundBits), rr = exact(r, kBoundBits);
  const Ball both = transform(law, c - r, kBoundBits) + transform(law, c + r, kBoundBits);
  const Ball factor = max(cosine_factor(law, b, c - r), cosine_factor(law, b, c + r));
  const Ball edges =
      exp(square(b) / 2 + rr * b * mu) * 2 * factor * both / denominator(grid.strip, grid.step);
  const UpperBound circle =
      UpperBound::of(edges) + omitted_nodes(law, grid, c - r) + omitted_nodes(law, grid, c + r);
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
//             G(beta) = e^{beta (beta-1) mu^2/2}.
// Proof.      K(c+iy) = int phi w^c e^{iyL} du; integrate by parts with L' = p mu e^z / w, so that
//             1/L' = (1 + r e^{-z})/mu: |y| |K| <= int |(phi w^c / L')'| du, and
//             (phi w^c (1 + r e^{-z}))' = phi w^c [-u (1 + r e^{-z}) + c mu - r mu e^{-z}].
//             w^c <= 1 + e^{cz} (convexity, or concavity for 0 < c < 1), |u| <= (1+u^2)/2,
//             E[e^{beta z}] = G(beta) and E[u^2 e^{beta z}] = G(beta) (1 + beta^2 mu^2).
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
  }
  return UpperBound::of(total / mu);
}

}  // namespace plumbline::mixture
