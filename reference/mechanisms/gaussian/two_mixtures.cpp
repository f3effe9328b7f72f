#include "reference/mechanisms/gaussian/two_mixtures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_bounds.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline::two_mixtures {
namespace {

constexpr Bits kBoundBits{64};

/// Returns h/sqrt(2 pi), the factor of each node of a trapezoid rule.
Ball node_weight(double step, Bits p) { return exact(step, p) / sqrt(Ball::pi(p) * 2); }

/// Returns the extra bits for the largest exponents of the integrand on the grid.
long exponent_bits(const TwoMixturesLaw& law, const Grid& grid, double c) {
  const double far =
      static_cast<double>(std::max(std::labs(grid.first), std::labs(grid.last))) * grid.step;
  const double reach = law.reach_P().approximate() + law.reach_Q().approximate() + 1;
  const double size = (1 + std::fabs(c)) * reach * (far + reach) + far * far;
  return 16 + static_cast<long>(std::log2(1 + size));
}

/// Returns a weight u_i or v_j of TWO-POWERS: x^power if 0 <= power <= 1, otherwise x.
Ball weight_power(const Ball& x, double power, Bits p) {
  return power >= 0 && power <= 1 ? exp(exact(power, p) * log(x)) : x;
}

/// One term `size` e^{kx - d} of a bound of f^{1-c} g^c.
struct Exponential {
  Ball size, k, d;
};

// BOUND(TWO-POWERS)
// Statement.  f(x)^{1-c} g(x)^c is at most the sum over i and j of
//
//                 u_i v_j e^{k x - d},   k = (1-c) alpha_i + c beta_j,
//                                        d = ((1-c) alpha_i^2 + c beta_j^2)/2,
//
//             where u_i = a_i^{1-c} and v_j = b_j^c for 0 <= c <= 1, and u_i = a_i and v_j = b_j otherwise.
// Needs.      The weights are positive and sum to 1: the caller, by TwoMixturesLaw.
// Proof.      f and g are means of exponentials e^{z_j} with the weights a_i and b_j. The function t -> t^q is convex
//             for q <= 0 and for q >= 1, so the power of a mean of e^{z_j} is at most the mean of the powers. For 0
//             <= q <= 1 it is subadditive, so the power of a sum is at most the sum of the powers.
// Slack.      For c < 0 or c > 1, far out on the side of a component with small weight, the bound is too large by a
//             factor of some hundred.
// Source.     Elementary.
std::vector<Exponential> exponentials(const TwoMixturesLaw& law, double c, Bits p) {
  std::vector<Exponential> out;
  const Ball cc = exact(c, p), rest = Ball::integer(1, p) - cc;
  for (const Component& a : law.P) {
    for (const Component& b : law.Q) {
      const Ball alpha(a.place, p), beta(b.place, p);
      const Ball size = weight_power(a.weight(p), 1 - c, p) * weight_power(b.weight(p), c, p);
      out.push_back({bound_number<"TWO-POWERS">(size), rest * alpha + cc * beta,
                     (rest * square(alpha) + cc * square(beta)) / 2});
    }
  }
  return out;
}

}  // namespace

Component::Component(Real w, Rational at)
    : weight(std::move(w)),
      place(std::move(at)),
      log_weight(weight(Bits{128}).log_approximate()),
      place_approx(place.approximate()) {}

Rational TwoMixturesLaw::reach_P() const {
  Rational out(0);
  for (const Component& a : P) out = std::max(out, -a.place);
  return out;
}

Rational TwoMixturesLaw::reach_Q() const {
  Rational out(0);
  for (const Component& b : Q) out = std::max(out, b.place);
  return out;
}

ComplexBall log_sum(const std::vector<Component>& components, const Ball& t, const Ball& a) {
  const Bits p = t.precision();
  if (components.size() == 1) {  // its logarithm is linear
    const Ball place(components.front().place, p);
    return {log(components.front().weight(p)) + place * t - square(place) / 2, place * a};
  }
  ComplexBall sum(p);
  for (const Component& x : components) {
    const Ball place(x.place, p);
    sum = sum + exp(ComplexBall(place * t - square(place) / 2, place * a)) * x.weight(p);
  }
  return log(sum);
}

Ball log_sum(const std::vector<Component>& components, const Ball& t) {
  const Bits p = t.precision();
  Ball sum(p);
  for (const Component& x : components) {
    const Ball place(x.place, p);
    sum += exp(place * t - square(place) / 2) * x.weight(p);
  }
  return log(sum);
}

// BOUND(TWO-COSINE)
// Statement.  Let A = max -alpha_i and B = max beta_j. If |b| A < pi and |b| B < pi, then
//
//                 |f(t+ib)|^{1-c} |g(t+ib)|^c <= F f(t)^{1-c} g(t)^c,
//
//             where F = cos(bB/2)^c for c < 0, F = cos(bA/2)^{1-c} for c > 1, and F = 1 for 0 <= c <= 1.
// Needs.      |b| A, |b| B < pi: checked here (indeterminate otherwise).
// Proof.      |g(t+ib)| <= g(t) by the triangle inequality. The terms of g(t+ib) have arguments between 0 and bB.
//             Their components in the direction bB/2 are at least cos(bB/2) times their moduli, so that |g(t+ib)| >=
//             cos(bB/2) g(t). The proof for f is the same with A.
// Source.     Elementary.
Ball cosine_factor(const TwoMixturesLaw& law, const Ball& b, double c) {
  const Bits p = b.precision();
  const Ball A = abs(b) * Ball(law.reach_P(), p), B = abs(b) * Ball(law.reach_Q(), p);
  if (!certainly_less(max(A, B), Ball::pi(p))) return Ball::indeterminate(p);
  Ball factor = Ball::integer(1, p);
  if (c < 0) factor = power(cos(B / 2), exact(c, p));
  if (c > 1) factor = power(cos(A / 2), Ball::integer(1, p) - exact(c, p));
  return bound_number<"TWO-COSINE">(factor);
}

// BOUND(TWO-TAILS)
// Statement.  Let u be the first real node right of a range. The sum of h phi f^{1-c} g^c over the real nodes from u
//             on is at most the sum of u_i v_j e^{k^2/2 - d} [h phi(u-k) + Phi(-(u-k))] over the terms of TWO-POWERS.
//             The sum left of the range has the mirror-image bound.
// Needs.      h > 0, and u is at least every k: checked here (infinite otherwise).
// Proof.      By TWO-POWERS each term is at most a multiple of phi(x) e^{kx} = e^{k^2/2} phi(x-k), which decreases
//             for x >= k. So the sum over the nodes after the first is at most the integral from u to infinity.
// Source.     Elementary.
UpperBound omitted_nodes(const TwoMixturesLaw& law, const Grid& grid, double c) {
  const Bits p{96};
  if (!(grid.step > 0) || grid.last < grid.first) return UpperBound::infinite();
  const Ball h = exact(grid.step, p), right = h * (grid.last + 1), left = h * (grid.first - 1);
  Ball sum(p);
  for (const Exponential& x : exponentials(law, c, p)) {
    for (const Ball& out : {right - x.k, x.k - left}) {
      if (!certainly_at_most(Ball(p), out)) return UpperBound::infinite();
      const Ball rest = h * normal_density(out) + normal_survival(out);
      sum += x.size * exp(square(x.k) / 2 - x.d) * rest;
    }
  }
  return bound<"TWO-TAILS">(UpperBound::of(sum));
}

Ball transform(const TwoMixturesLaw& law, double c, Bits p) {
  return transform(law, c, heuristic::real_grid(law, c, static_cast<double>(p.n) * kLn2 + 4), p);
}

// BOUND(TWO-REAL)
// Statement.  Let T be the sum of h phi f^{1-c} g^c over the nodes of the grid, and O its sum over the omitted nodes.
//             Let b > 0 and F as in TWO-COSINE. If e = 2 e^{b^2/2} F / (e^{2 pi b/h} - 1) < 1,
//
//                 |K(c) - T| <= (O + e T)/(1 - e).
//
// Needs.      b > 0, h > 0: checked in edge_share. e < 1, a grid of reasonable size: checked here
//             (indeterminate otherwise).
// Proof.      In |Im x| <= b the integrand is analytic, because f and g have no zeros there (TWO-COSINE). On either
//             edge the integral of its modulus is at most e^{b^2/2} F K(c). Hence the sum over all nodes has an error
//             of at most e K(c). So T <= K(c) (1 + e), K(c) (1 - e) <= T + O, and |K(c) - T| <= O + e K(c).
// Source.     Trefethen and Weideman 2014, Theorem 5.1.
Ball transform(const TwoMixturesLaw& law, double c, const Grid& grid, Bits p) {
  if (!grid.reasonable()) return Ball::indeterminate(p);
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), cc = exact(c, work), rest = Ball::integer(1, work) - cc;
  Ball sum(work);
  for (long j = grid.first; j <= grid.last; ++j) {
    poll_here(j, work);
    const Ball x = h * j;
    Ball exponent = cc * log_sum(law.Q, x) - square(x) / 2;
    if (!law.plain_P()) exponent = exponent + rest * log_sum(law.P, x);
    sum += exp(exponent);
  }
  sum = sum * node_weight(grid.step, work);
  const Ball b = exact(grid.strip, kBoundBits), one = Ball::integer(1, kBoundBits);
  const Ball e = exp(square(b) / 2) * cosine_factor(law, b, c) * 2 *
                 mixture::edge_share(grid.strip, grid.step);
  if (!certainly_less(e, one)) return Ball::indeterminate(p);
  const Ball O = omitted_nodes(law, grid, c).ball(kBoundBits);
  const UpperBound error = UpperBound::of((O + e * sum.at(kBoundBits)) / (one - e));
  return widen(sum, bound<"TWO-REAL">(error)).at(p);
}

LineValues transform_on_line(const TwoMixturesLaw& law, double c, const Ball& D, size_t count,
                             Bits p, const std::function<void()>& poll) {
  const Grid grid = heuristic::line_grid(law, c, static_cast<double>(p.n) * kLn2 + 4);
  return transform_on_line(law, c, grid, D, count, p, poll);
}

// BOUND(TWO-LINE)
// Statement.  For y >= 0 the trapezoid rule of K(c+iy) on Im x = a, a > 0, has an error of at most
//
//                 (1 + e^{2a^2} F(2a)) K(c)/(e^{2 pi a/h} - 1) + e^{a^2/2} F(a) O,
//
//             with F of TWO-COSINE and O of TWO-TAILS.
// Needs.      a > 0, h > 0: checked in edge_share. 2a A < pi and 2a B < pi, with A and B of TWO-COSINE: checked in
//             cosine_factor. D >= 0, a grid of reasonable size: checked here (indeterminate otherwise).
// Proof.      The integrand is analytic in 0 <= Im x <= 2a, where the terms of g have arguments in [0, pi) and the
//             terms of f in (-pi, 0], so the same is true of g and f. Hence |e^{iyL}| = e^{-y (arg g - arg f)} <= 1.
//             The integral of the modulus is at most K(c) on the edge Im x = 0, and at most e^{(2a)^2/2} F(2a) K(c) on
//             the edge Im x = 2a. At the nodes the modulus is at most e^{a^2/2} F(a) phi f^{1-c} g^c. The integral
//             over the line equals that over the real axis.
// Source.     Trefethen and Weideman 2014, Theorem 5.1; the shift is this project's.
LineValues transform_on_line(const TwoMixturesLaw& law, double c, const Grid& grid, const Ball& D,
                             size_t count, Bits p, const std::function<void()>& poll) {
  LineValues out{ComplexVector(count, p), UpperBound::infinite()};
  if (!grid.reasonable() || !certainly_at_most(Ball(D.precision()), D)) {
    out.values.widen_all(out.quadrature_error);
    return out;
  }
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), a = exact(grid.shift, work), cc = exact(c, work);
  const Ball rest = Ball::integer(1, work) - cc, scale = node_weight(grid.step, work);
  ComplexVector weights(grid.size(), work), nodes(grid.size(), work);
  for (size_t i = 0; i < grid.size(); ++i) {
    const Ball t = h * (grid.first + static_cast<long>(i));
    const ComplexBall f = law.plain_P() ? ComplexBall(work) : log_sum(law.P, t, a);
    const ComplexBall g = log_sum(law.Q, t, a);
    const ComplexBall gaussian((square(a) - square(t)) / 2, -(a * t));
    nodes.set(i, g - f);
    weights.set(i, exp(gaussian + f * rest + g * cc) * scale);
    if (i % 32 == 0) poll();
  }
  out.values = exponential_sums(weights, nodes, D.at(work), count, work, poll);
  const Ball b = exact(grid.shift, kBoundBits), twice = b * 2, one = Ball::integer(1, kBoundBits);
  const Ball edges = one + exp(square(twice) / 2) * cosine_factor(law, twice, c);
  const Ball inside =
      edges * transform(law, c, kBoundBits).upper() * mixture::edge_share(grid.shift, grid.step);
  const Ball growth = exp(square(b) / 2) * cosine_factor(law, b, c);
  out.quadrature_error = bound<"TWO-LINE">(UpperBound::of(inside) +
                                           UpperBound::of(growth) * omitted_nodes(law, grid, c));
  out.values.widen_all(out.quadrature_error);
  return out;
}

// BOUND(TWO-FAR)
// Statement.  For |y| >= T > 0, |K(c+iy)| is at most the integral over t of
//
//                 e^{a^2/2} phi(t) |f(t+ia)|^{1-c} |g(t+ia)|^c e^{-T (arg g - arg f)(t+ia)},
//
//             and the error of its trapezoid rule is at most
//
//                 2 e^{(a^2+b^2)/2} F(a+b) K(c)/(e^{2 pi b/h} - 1) + e^{a^2/2} F(a) O.
// Needs.      0 < b <= a, T > 0, (a + b) A < pi and (a + b) B < pi, with A and B of TWO-COSINE: checked here and in
//             cosine_factor (indeterminate otherwise).
// Proof.      Move the contour of K(c+iy), y >= T, to Im x = a, where arg g - arg f >= 0 (TWO-LINE). This gives the
//             first bound. As a function of v = t + i tau the integrand is e^{a^2/2} phi(v) times
//
//                 [f(v+ia) f(v-ia)]^{(1-c)/2} [g(v+ia) g(v-ia)]^{c/2} e^{-T (L(v+ia) - L(v-ia))/2i},
//
//             which is analytic for |tau| <= b. The last factor has the modulus exp(-T (Im L(t+i(tau+a)) - Im
//             L(t+i(tau-a)))/2), which is at most 1 because a + tau >= 0 and tau - a <= 0. Further, |phi(v)| =
//             e^{tau^2/2} phi(t). The square roots of the factors of TWO-COSINE at a + tau and at a - tau have a
//             product of at most the factor at a + b. The rest of the proof is that of TWO-LINE.
// Source.     This project's; Trefethen and Weideman 2014, Theorem 5.1.
Ball far_bound(const TwoMixturesLaw& law, double c, double T, const Grid& grid, Bits p) {
  const bool fine = grid.shift > 0 && T > 0 && grid.strip > 0 && grid.strip <= grid.shift;
  if (!fine || !grid.reasonable()) return Ball::indeterminate(p);
  const Bits work = p + exponent_bits(law, grid, c);
  const Ball h = exact(grid.step, work), a = exact(grid.shift, work), cc = exact(c, work);
  const Ball rest = Ball::integer(1, work) - cc, y = exact(T, work);
  Ball sum(work);
  for (long j = grid.first; j <= grid.last; ++j) {
    poll_here(j, work);
    const Ball t = h * j;
    const ComplexBall g = log_sum(law.Q, t, a);
    Ball exponent = cc * g.real() - square(t) / 2 - y * g.imag();
    if (!law.plain_P()) {
      const ComplexBall f = log_sum(law.P, t, a);
      exponent = exponent + rest * f.real() + y * f.imag();
    }
    sum += exp(exponent);
  }
  sum = sum * node_weight(grid.step, work) * exp(square(a) / 2);
  const Ball A = exact(grid.shift, kBoundBits), b = exact(grid.strip, kBoundBits);
  const Ball edges = exp((square(A) + square(b)) / 2) * cosine_factor(law, A + b, c) * 2 *
                     transform(law, c, kBoundBits).upper() *
                     mixture::edge_share(grid.strip, grid.step);
  const Ball growth = exp(square(A) / 2) * cosine_factor(law, A, c);
  const UpperBound error =
      UpperBound::of(edges) + UpperBound::of(growth) * omitted_nodes(law, grid, c);
  return widen(sum, bound<"TWO-FAR">(error)).upper().at(p);
}

// BOUND(TWO-MOMENTS)
// Statement.  Let left < c < right, r = min(c - left, right - c), and let S(s) be the trapezoid sum over the real
//             nodes of the grid at the exponent s. Then |K^(k)(c) - S^(k)(c)| <= k!/r^k M, where M is
//
//                 2 e^{b^2/2 + r b (A+B)} (F(left) K(left) + F(right) K(right))/(e^{2 pi b/h} - 1)
//                     + O(left) + O(right),
//
//             with A, B and F of TWO-COSINE at b for the exponents left and right.
// Needs.      left < c < right, as exact numbers: checked here. b, h > 0, b A < pi and b B < pi, and the grid has a
//             reasonable size: checked here, in edge_share and in cosine_factor. The result is indeterminate
//             otherwise.
// Proof.      K - S is entire in s, so Cauchy's estimate on |s - c| = r gives the factor k!/r^k. On this circle Re s
//             is between left and right, |Im s| <= r, and |Im L| <= b (A+B) for |Im x| <= b. So |f^{1-s} g^s| = |f|
//             |g/f|^{Re s} e^{-Im s Im L} <= (|f|^{1-left} |g|^left + |f|^{1-right} |g|^right) e^{r b (A+B)}. At the
//             real nodes the same holds without the last factor.
// Source.     Cauchy's estimate.
std::vector<Ball> derivatives(const TwoMixturesLaw& law, double c, const Grid& grid, double left,
                              double right, Bits p) {
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
    const Ball x = h * j, g = log_sum(law.Q, x);
    const Ball f = law.plain_P() ? Ball(work) : log_sum(law.P, x), loss = g - f;
    Ball term = exp(f + cc * loss - square(x) / 2);
    for (Ball& sum : d) {
      sum += term;
      term = term * loss;
    }
  }
  const Ball b = exact(grid.strip, kBoundBits), one = Ball::integer(1, kBoundBits);
  const Ball reach(law.reach_P() + law.reach_Q(), kBoundBits);
  const auto size = [&](double at) {
    return cosine_factor(law, b, at) * transform(law, at, kBoundBits).upper();
  };
  const Ball edges = exp(square(b) / 2 + r * b * reach) * 2 * (size(left) + size(right)) *
                     mixture::edge_share(grid.strip, grid.step);
  const UpperBound circle =
      UpperBound::of(edges) + omitted_nodes(law, grid, left) + omitted_nodes(law, grid, right);
  const Ball scale = node_weight(grid.step, work);
  Ball cauchy = one;  // k!/r^k
  for (size_t k = 0; k < d.size(); ++k) {
    if (k > 0) cauchy = cauchy * static_cast<long>(k) / r;
    d[k] = widen(d[k] * scale, bound<"TWO-MOMENTS">(circle * UpperBound::of(cauchy)));
  }
  return d;
}

TiltedMoments moments(const TwoMixturesLaw& law, double c, Bits p) {
  const double left = c - 0.5, right = c + 0.5;
  const mixture::heuristic::Moments rough = heuristic::moments(law, c);
  const double small = std::min(0.0, std::log(std::max(rough.fourth, 1e-300)));
  const double target = 40 - 2 * small;
  const Grid low = heuristic::real_grid(law, left, target);
  const Grid high = heuristic::real_grid(law, right, target);
  const Ball unknown = Ball::indeterminate(p);
  if (!low.reasonable() || !high.reasonable()) return {unknown, unknown};
  Grid grid;
  grid.step = std::min(low.step, high.step) * 0.7;  // margin for e^{r b (A+B)}
  grid.strip = std::min(low.strip, high.strip);
  const auto place = [](long j, const Grid& g) { return static_cast<double>(j) * g.step; };
  grid.first =
      saturated(std::floor(std::min(place(low.first, low), place(high.first, high)) / grid.step));
  grid.last =
      saturated(std::ceil(std::max(place(low.last, low), place(high.last, high)) / grid.step));
  const Bits work{std::max(p.n, saturated(target / kLn2) + 30)};
  const std::vector<Ball> d = derivatives(law, c, grid, left, right, work);
  const Ball five[] = {d[0], d[1], d[2], d[3], d[4]};
  return tilted_moments(five);
}

// BOUND(TWO-ALGEBRAIC)
// Statement.  Let B = max beta_j > 0 with weight b, A = max -alpha_i and a = pi/(2 max(A, B)). If y is not 0, then
//
//                 |K(c+iy)| <= C/|y|,
//                 C = e^{a^2/2 + B^2/2} F(a)/(e b sin(aB)) sum u_i v_j b_l e^{k'^2/2 - d'},
//
//             where the sum is over the terms of TWO-POWERS at c and over l, with k' = k + beta_l - B and d' = d +
//             beta_l^2/2.
// Needs.      B > 0: checked here (infinite otherwise).
// Proof.      Let y > 0; y < 0 is the conjugate case. On the line Im x = a, |K(c+iy)| is at most e^{a^2/2} times the
//             integral of phi |f|^{1-c} |g|^c e^{-y (arg g - arg f)}, and e^{-y m} <= 1/(e y m) for m > 0. On this
//             line arg f <= 0. All terms of Im g are at least 0 because a B <= pi/2, so arg g >= sin(arg g) = Im
//             g/|g| >= b e^{B t - B^2/2} sin(aB)/g(t). Hence the integrand is at most F(a) phi f^{1-c} g^c g e^{B^2/2
//             - B t}/(e y b sin(aB)). The integral of phi e^{k't} is e^{k'^2/2}.
// Source.     This project's.
UpperBound algebraic_decay(const TwoMixturesLaw& law, double c) {
  const Bits p{96};
  const Rational top = law.reach_Q();
  if (top.sign() <= 0) return UpperBound::infinite();
  const Ball B(top, p), a = Ball::pi(p) / (Ball(std::max(law.reach_P(), top), p) * 2);
  Ball b(p), sum(p);
  for (const Component& x : law.Q) {
    if (x.place == top) b += x.weight(p);
  }
  for (const Exponential& x : exponentials(law, c, p)) {
    for (const Component& l : law.Q) {
      const Ball beta(l.place, p);
      sum += x.size * l.weight(p) * exp(square(x.k + beta - B) / 2 - x.d - square(beta) / 2);
    }
  }
  const Ball angle = a * B, sine = cos(Ball::pi(p) / 2 - angle);
  const Ball scale = exp((square(a) + square(B)) / 2 - 1) * cosine_factor(law, a, c) / (b * sine);
  return bound<"TWO-ALGEBRAIC">(UpperBound::of(scale * sum));
}

}  // namespace plumbline::two_mixtures
