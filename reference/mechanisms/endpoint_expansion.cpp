#include "reference/mechanisms/endpoint_expansion.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

constexpr Bits kBoundBits{64};

}  // namespace

ComplexBall Segment::point(const Ball& r) const {
  return {exact(re, r.precision()) + r * dx, exact(im, r.precision()) + r * dy};
}
ComplexBall Segment::centre(Bits p) const { return point((exact(from, p) + exact(to, p)) / 2); }
ComplexBall Segment::half(Bits p) const {
  const Ball r = (exact(to, p) - exact(from, p)) / 2;
  return {r * dx, r * dy};
}
ComplexBall Segment::node(const Ball& x) const {
  return centre(x.precision()) + half(x.precision()) * x;
}

// BOUND(EDGE-MODULUS)
// Statement.  Divide the boundary of the rectangle into pieces. Over the rectangle, |mass + E| is at most the maximum
//             over the pieces of its value at the midpoint plus half the length of the piece times a bound of |E'|
//             over Im s >= bottom. It is also at most mass plus a bound of |E| there.
// Needs.      0 < bottom <= top, left <= right: checked here (indeterminate otherwise).
// Proof.      E is analytic in Im s > 0. The maximum principle reduces the claim to the boundary; the mean value
//             inequality from the nearest midpoint bounds the value at each of its points.
// Source.     Elementary.
Ball EndpointExpansion::modulus(Endpoint endpoint, double left, double right, double bottom,
                                double top) {
  const Bits p = kBoundBits;
  const Ball nothing = Ball::indeterminate(p);
  if (!(bottom > 0 && left <= right && bottom <= top)) return nothing;
  constexpr long kPieces = 16;
  GaussRule middles;
  for (long k = 0; k < kPieces; ++k) {
    middles.nodes.push_back(Ball(Rational(2 * k + 1 - kPieces, kPieces), p));
    middles.weights.push_back(Ball(p));
  }
  const Ball steepest = slope(endpoint, bottom), at_atom = mass(endpoint, p);
  Ball best(p);
  const Segment sides[] = {{0, bottom, 1, 0, left, right},
                           {0, top, 1, 0, left, right},
                           {left, 0, 0, 1, bottom, top},
                           {right, 0, 0, 1, bottom, top}};
  for (const Segment& side : sides) {
    const ComplexVector E = values(endpoint, side, middles, at_atom.log_approximate() - 16, p + 32);
    const Ball reach = bound_number<"EDGE-MODULUS">(
        steepest * (exact(side.to, p) - exact(side.from, p)) / (2 * kPieces));
    for (size_t k = 0; k < E.size(); ++k) {
      const ComplexBall value = E[k] + ComplexBall(at_atom);
      best = max(best, value.magnitude().ball(p) + reach);
    }
  }
  return min(best, at_atom + bound(endpoint, bottom)).upper();
}

}  // namespace plumbline
