#include "reference/mechanisms/allocation/allocation_convex.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline::allocation {

// BOUND(ALLOCATION-CONVEX)
// Statement.  Let G = c (c-1) mu^2/2. Then log K(c) = log E_P[(S/t)^c] lies
//
//                 for c >= 1       between max(0, G - (c-1) log t) and G,
//                 for 0 <= c <= 1  between G and min(0, G + (1-c) log t),
//                 for c <= 0       between c^2 mu^2/(2t) and c^2 mu^2/(2t) - c mu^2/2.
//
// Needs.      mu > 0, t >= 1: the registry. If the position of c relative to 0 or 1 is undecided, the result is the
//             hull of all three ranges.
// Proof.      E Y = 1 and E[Y^c] = e^G. Let c >= 1, so that x^c is convex. The mean of the Y_i to the power c is at
//             most the mean of the Y_i^c, and K(c) >= (E S/t)^c = 1. Moreover, S^c >= sum Y_i^c, so that K(c) >=
//             t^{-c} t e^G. For 0 <= c <= 1, x^c is concave, and the same inequalities hold in the opposite direction.
//             Let c <= 0. S/t is at least the geometric mean e^{mu m - mu^2/2} of the Y_i, where m is N(0, 1/t). The
//             mean of its power c is the upper end. For the lower end let R be the law with Z_i of mean -h. Under R, E
//             log(S/t) <= log E(S/t) = -mu h, and the divergence of R from P is t h^2/2. For X = c log(S/t), log
//             E_P[e^X] is at least the mean of X under R minus this divergence. This is at least -c mu h - t h^2/2,
//             and h = -c mu/t gives the lower end.
// Source.     Inequalities of Jensen and Gibbs; their use here is this project's.
Ball log_convex_range(const AllocationLaw& law, const Ball& c) {
  const Bits p = c.precision();
  const Ball zero(p), one = Ball::integer(1, p), mu2 = square(Ball(law.mu, p)), t(law.t, p);
  const Ball G = c * (c - 1) * mu2 / 2, fewer = G + (one - c) * log(t);
  const Ball least = square(c) * mu2 / (t * 2);
  const Ball right = Ball::hull(max(zero, fewer), G), middle = Ball::hull(G, min(zero, fewer)),
             left = Ball::hull(least, least - c * mu2 / 2);
  Ball out = Ball::hull(right, Ball::hull(middle, left));
  if (certainly_at_most(one, c)) out = right;
  if (certainly_at_most(zero, c) && certainly_at_most(c, one)) out = middle;
  if (certainly_at_most(c, zero)) out = left;
  return bound<"ALLOCATION-CONVEX">(out);
}

}  // namespace plumbline::allocation
