#include "reference/mechanisms/end_hull.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline {

// BOUND(END-HULL)
// Statement.  The hull of the enclosures of a tail at thresholds on both sides of an atom encloses the tail at each
//             threshold between them. If a threshold t is not separated from an end point of the range of the losses,
//             then P(L > t) and Q(L > t) lie between two values: the formula that is valid inside the range,
//             continued by clipping the threshold to the range, and the value 0 or 1 outside.
// Needs.      The inside formula is evaluated at the clipped threshold, or is monotone where it is continued. The
//             callers guarantee this: Laplace::tails continues e^{-(mu+t)/2}/2 and e^{(t-mu)/2}/2, which only widens
//             the hull; SubsampledLaplace::tails clips.
// Proof.      Each point of the ball for t is either inside the range, where the inside formula is valid, or outside,
//             where the tails are 0 or 1. So the tail is in one of the two enclosures.
// Source.     Elementary.
LossTails end_hull(const LossTails& a, const LossTails& b) {
  const auto hull = [](const Ball& x, const Ball& y) {
    return bound<"END-HULL">(Ball::hull(x, y));
  };
  return {hull(a.P_above, b.P_above), hull(a.P_below, b.P_below), hull(a.Q_above, b.Q_above),
          hull(a.Q_below, b.Q_below)};
}

}  // namespace plumbline
