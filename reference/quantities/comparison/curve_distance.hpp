/// The supremum of the distance, over all alpha, between a trade-off function and another curve that is known exactly:
/// a certified supremum, not the maximum over a grid.
#pragma once

#include <map>
#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/compared_curve.hpp"

namespace plumbline {

/// Caches the trade-off function f of a profile at the levels queried so far, to compare several
/// curves with one f.
class TradeoffValues {
 public:
  TradeoffValues(PrivacyProfile& profile, const Effort& effort)
      : profile_(profile), effort_(effort) {}
  const Ball& at(const Rational& alpha);
  const Effort& effort() const { return effort_; }

 private:
  PrivacyProfile& profile_;
  Effort effort_;
  std::map<Rational, Ball> known_;
};

struct CurveDistance {
  Ball distance;         ///< encloses sup over 0 <= alpha <= 1 of |g - f|
  Rational alpha;        ///< the level among the evaluated ones at which |g - f| is largest
  bool above = false;    ///< true if g > f at this level
  size_t points = 0;     ///< number of evaluated levels
  bool reached = false;  ///< the requested relative digits were reached, or the distance is below
                         ///< `negligible`
};

struct CurveDistanceLimits {
  double digits = 2;  ///< relative digits of the distance
  double negligible = 1e-15;
  size_t most_points = 4000;
};

/// Encloses the distance by branch and bound over alpha. The enclosure is always valid; `reached` is false if the
/// number of levels or the time ran out.
CurveDistance curve_distance(TradeoffValues& f, const ComparedCurve& g,
                             const CurveDistanceLimits& limits);

/// An interval that contains (f(y) - f(x)) / (y - x) for all a <= x < y <= b, with f a trade-off function. It follows
/// from the chords over [a0, a] and [b, b1], a0 < a < b < b1. If the chord over [a0, a] is missing, the interval has no
/// lower end. If the chord over [b, b1] is missing, the upper end is 0, because f does not increase.
struct SlopeRange {
  Ball least, most;  ///< exact ends; not finite if nothing is known
};
SlopeRange neighbour_chords(const std::optional<Ball>& before, const std::optional<Ball>& after,
                            Bits p);

/// Returns an upper bound of d on [a, b] from d(a), d(b) and slopes of d in [least, most] (either may be infinite),
/// BOUND(SLOPE-CONE): a ball whose upper end is the bound. `split` in [0, 1] is any relative position; the bound is
/// tightest near the optimal position.
Ball slope_cone(const Ball& at_a, const Ball& at_b, const Ball& width, const Ball& least,
                const Ball& most, double split);

}  // namespace plumbline
