#include "reference/engines/bent/raised_path.hpp"

namespace plumbline::bent {

// BOUND(BENT-PATH)
// Statement.  Let 0 < v, mu v <= pi/2, Im s = y >= 0, r = Re s and B(w) = q e^{mu w - mu^2/2}. A(s) is the integral of
//             phi f^s from mu/2 up to mu/2 + iv and on to the right. Where w1 <= Re x <= w2, t1 <= Im x <= t2, -pi/2 <=
//             mu t1, mu t2 <= pi/2, with T and t the largest and the least |Im x|,
//
//                 |phi(x)| <= e^{(T^2 - u^2)/2}/sqrt(2 pi),  u the least |Re x|,
//                 log|f| lies between its values at w1 + iT and w2 + it,
//                 arg f >= its value at w1 + i t1 or w2 + i t1, the lesser,   |f^s| = |f|^r e^{-y arg f}.
//
//             So the Gauss rule on a panel of half length H errs by at most H times GAUSS-ELLIPSE with these on a
//             rectangle around its ellipse, a panel has at most 2 H times what they give on itself, and so has a piece
//             with its length for 2 H. A piece of the rise from t1 to t2 has also at most what they give for y = 0
//             times e^{-y k t1}/(y k), k = mu min(q, arg f(mu/2 + iv)/(mu v)). Beyond X on the run is at most
//
//                 |f(X+iv)|^r e^{(v^2 + b^2)/2 - b X - y arg f(X+iv)} Phi(b - X),   b = mu max(r, 0).
//
//             The same holds of A(1-s), which is the conjugate of A at 1 - conj(s).
// Needs.      The rise begins at 0, the run goes on where it ends, ellipses have mu |Im x| <= pi/2: fits (indeterminate
//             values otherwise). y > 0 for the quotient by y: rise.
// Proof.      f = 1-q + B e^{i mu Im x}. For |mu Im x| <= pi/2 it has a positive real part: log f is analytic, phi f^s
//             falls off to the right, and the path may be raised. |f|^2 = (1-q)^2 + B^2 + 2 (1-q) B cos increases with
//             B and falls with |Im x|; arg f increases with Im x, its derivative by the angle being B (B + (1-q)
//             cos)/|f|^2, and goes away from 0 as B grows. On the rise B = q, and that derivative is monotone in the
//             cosine (its own derivative has the sign of 1 - 2q): arg f is concave or convex there, and lies above the
//             chord or the tangent at 0, k times the height. Integrate e^{-y k h}. Beyond X |f(w+iv)| lies between
//             |f(X+iv)| and that times e^{mu (w-X)}; integrate phi(w) e^{b (w-X)}. Means over r of what is linear in
//             it: the ends.
// Slack.      Rules of few points err by 10 to 1000 times less than their ellipses allow.
// Source.     Elementary; the rise as in BATCH-FAR.
template class PathBounds<double>;
template class PathBounds<Ball>;

}  // namespace plumbline::bent
