#include "reference/mechanisms/end_hull.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline {

// BOUND(END-HULL)
// Statement.  The hull of the enclosures of a tail at thresholds on either side of an atom encloses
//             it at each threshold between them. P(L > t), Q(L > t) of a threshold t that is not
//             told from an end point of the losses lie between the two formulas: those valid inside
//             the range, continued by clipping the threshold to it, and the values 0 and 1 outside.
// Needs.      The inside formula is evaluated at the clipped threshold, or is monotone where it is
//             continued: the callers (Laplace::tails continues e^{-(mu+t)/2}/2 and e^{(t-mu)/2}/2,
//             which only widens the hull; SubsampledLaplace::tails clips).
// Proof.      Each point of the ball for t is inside the range, where the inside formula holds for
//             it, or outside, where the tails are 0 or 1: the answer is in one of the two
//             enclosures.
// Source.     Elementary.
LossTails end_hull(const LossTails& a, const LossTails& b) {
  const auto hull = [](const Ball& x, const Ball& y) {
    return bound<"END-HULL">(Ball::hull(x, y));
  };
  return {hull(a.P_above, b.P_above), hull(a.P_below, b.P_below), hull(a.Q_above, b.Q_above),
          hull(a.Q_below, b.Q_below)};
}

}  // namespace plumbline
