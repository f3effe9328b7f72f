#include "reference/engines/bent/raised_path.hpp"

namespace plumbline::bent {

// BOUND(BENT-PATH)
// Statement.  Let 0 < v, mu v <= pi/2, Im s = y >= 0, r = Re s and B(w) = q e^{mu w - mu^2/2}. A(s) is the integral
//             of phi f^s along the path from mu/2 up to mu/2 + iv (the rise) and from there to the right (the run).
//             Let w1 <= Re x <= w2 and t1 <= Im x <= t2 with -pi/2 <= mu t1, mu t2 <= pi/2. With T and t the maximum
//             and minimum of |Im x|,
//
//                 |phi(x)| <= e^{(T^2 - u^2)/2}/sqrt(2 pi),  u the minimum of |Re x|,
//                 log|f| lies between its values at w1 + iT and w2 + it,
//                 arg f is at least the smaller of its values at w1 + i t1 and w2 + i t1,
//                 |f^s| = |f|^r e^{-y arg f}.
//
//             (a) The Gauss rule on a panel of half length H has an error of at most H times GAUSS-ELLIPSE, where M
//             is the product of these bounds on a rectangle around its ellipse.
//             (b) The integral over a panel is at most 2 H times the product of the bounds on the panel; for a piece,
//             2 H is replaced by its length.
//             (c) The integral over a piece of the rise from t1 to t2 is also at most the bound for y = 0 times e^{-y
//             k t1}/(y k), k = mu min(q, arg f(mu/2 + iv)/(mu v)).
//             (d) The integral over the run beyond X is at most
//
//                 |f(X+iv)|^r e^{(v^2 + b^2)/2 - b X - y arg f(X+iv)} Phi(b - X),   b = mu max(r, 0).
//
//             A(1-s) has the same bounds, because it is the conjugate of A at 1 - conj(s).
// Needs.      The rise begins at 0, the run begins where the rise ends, and ellipses have mu |Im x| <= pi/2: fits
//             (indeterminate values otherwise). y > 0 for the quotient by y: rise.
// Proof.      f = 1-q + B e^{i mu Im x} has a positive real part for |mu Im x| <= pi/2. So log f is analytic, phi f^s
//             decays to the right, and the path may be deformed. |f|^2 = (1-q)^2 + B^2 + 2 (1-q) B cos increases with
//             B and decreases with |Im x|. The derivative of arg f by the angle is B (B + (1-q) cos)/|f|^2, so arg f
//             increases with Im x; its absolute value increases with B. This proves the bounds of the statement, (a)
//             and (b).
//
//             On the rise B = q, and the derivative of arg f is monotone in the cosine (its own derivative has the
//             sign of 1 - 2q). So arg f is concave or convex there and lies above its chord or its tangent at 0, that
//             is, above k times the height. Integrating e^{-y k h} gives (c). Beyond X, |f(w+iv)| lies between
//             |f(X+iv)| and |f(X+iv)| e^{mu (w-X)}; integrating phi(w) e^{b (w-X)} gives (d). A function linear in r
//             has its extrema at the ends of an interval of r.
// Slack.      The errors of rules with few points are 10 to 1000 times smaller than the bounds by their ellipses.
// Source.     Elementary; the bound of the rise is as in BATCH-FAR.
template class PathBounds<double>;
template class PathBounds<Ball>;

}  // namespace plumbline::bent
