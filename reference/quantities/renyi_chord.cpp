#include "reference/quantities/renyi_chord.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"

namespace plumbline {

// BOUND(RENYI-CHORD)
// Statement.  Let 0 <= x < z, let no loss be +infinite, D = D_{1+x} and E = D_{1+z}. For x <= y <= z, y > 0, with b =
//             (zE - xD)/(z - x) and c = xz (E - D)/(z - x),
//                 D_{1+y}/(1+y) <= q(y) = (b - c/y)/(1 + y),
//             and the maximum of q on [x, z] is at x, at z, or at w = k + sqrt(k(k+1)) with k = c/b, if w lies in [x,
//             z].
// Needs.      D and E enclosed, or upper bounds of these divergences with D <= E. Each D_a may be the larger one of
//             both directions.
// Proof.      y D_{1+y} = log E_P[e^{(1+y)L}] is convex in y (Hoelder's inequality), and so is the larger of two such
//             functions. It is 0 at y = 0, because no loss is +infinite. It lies below its chord b y - c. Because D_a
//             does not decrease in a, b > 0 (unless all losses are 0) and c >= 0. The derivative of q has the sign of
//             c (1 + 2y) - b y^2, which is positive up to w and negative beyond w.
// Source.     Van Erven, Harremoes, Renyi divergence and Kullback-Leibler divergence (2014), Corollary 2.
Ball most_between(const OrderPoint& low, const OrderPoint& high) {
  const Ball &D = low.divergence, &E = high.divergence;
  const Bits p = E.precision();
  const Ball x(low.order - kOne, p), z(high.order - kOne, p), zero(p);
  const Ball b = (z * E - x * D) / (z - x), c = max(x * z * (E - D) / (z - x), zero);
  const auto q = [&](const Ball& y) { return (b - c / y) / (y + 1); };
  if (low.order == kOne) return bound_number<"RENYI-CHORD">(E);  // c = 0
  const Ball k = c / b, root = k + sqrt(k * (k + 1));
  const Ball w = root.is_finite() ? min(max(root, x), z) : Ball::hull(x, z);
  return bound_number<"RENYI-CHORD">(max(max(q(x), q(z)), q(w)));
}

}  // namespace plumbline
