/// Bounds the transform of the subsampled Laplace mechanism far out on a vertical line.
#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/laplace/laplace_quadrature.hpp"

namespace plumbline::laplace {

// BOUND(SUBSAMPLED-LAPLACE-FAR)
// Statement.  For |y| >= T > 0 and 0 <= x < 1, with f(x) = e^{-mu x} w(x)^{c+1}/(4 p e^z),
//                 |C(c+iy)| <= (1 - e^{-mu x}) max(w(0)^c, w(x)^c)/2 + (f(x) + f(1))/T.
// Needs.      T > 0 and 0 <= x < 1: checked here (indeterminate otherwise). mu > 0, 0 < p < 1: the registry
//             guarantees this.
// Proof.      The first term bounds the part of the integral over (0, x), by the P-mass of this interval; w^c is
//             monotone there. In the variable l = log w the rest is
//                 int_{l(x)}^{b} g(l) e^{sl} dl,   g(l) = (e^{-mu/2}/4) sqrt(p) e^l (e^l - q)^{-3/2},
//             because dl/dx = 2 mu p e^z/w. g is analytic in the half strip Re l in [l(x), b], Im l >= 0, because e^l
//             = q only where Re l = log q < l(0) <= l(x). There |g(l + ih)| <= g(l) for real l, because |e^{l+ih} -
//             q| >= e^l - q. For y > 0 the path of integration can be deformed: from l(x) up to infinity and then
//             down to b. This gives
//                 e^{s l(x)} i int_0^inf g(l(x) + ih) e^{ish} dh - e^{sb} i int_0^inf g(b + ih) e^{ish} dh
//             (the part at infinity vanishes, because |e^{ish}| <= e^{-yh}). Each integral is at most g(l) e^{cl}/y
//             in modulus, and f = g(l) e^{cl}. The case y < 0 is the complex conjugate.
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
//             and let 1 <= k <= n be the start. For |y| >= T, |K(c+iy)|/K(c) is at most the largest of
//                 (A(c) + SUBSAMPLED-LAPLACE-FAR at max(T, Y_k))/K(c)   and
//                 sqrt(1 - (4/pi^2) max(T, Y_{j+1})^2 u m_j)            over j >= k with Y_j > T.
// Needs.      T > 0, 1 <= k <= n: checked here (indeterminate otherwise).
// Proof.      Let phi be the characteristic function of the loss tilted by c, and let X, X' be independent with this
//             law. Then 1 - |phi(y)|^2 = E[1 - cos(y (X-X'))], and 1 - cos v >= 2 v^2/pi^2 for |v| <= pi. Restrict
//             the expectation to the event X = a, X' in (a, a + pi/y] and the event with X and X' exchanged:
//                 1 - |phi(y)|^2 >= (4/pi^2) y^2 u E[(X'-a)^2; X' <= a + pi/y].
//             For Y_{j+1} <= y <= Y_j the interval contains all x <= x_j. m_j is a lower sum of the expectation,
//             because L increases and w^c is monotone. The intervals [Y_{j+1}, Y_j] for j >= k cover (0, Y_k]. Beyond
//             Y_k the far bound holds; it decreases in its T.
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
