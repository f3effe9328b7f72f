/// Finds the worst case of N runs whose losses lie in intervals that are fixed beforehand.
#pragma once

#include <vector>

#include "reference/quantities/comparison/bounded_range.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline::ranges {

inline constexpr const char* kEngine = "bounded range";

/// Where all intervals lie, [t - range, t], and the number of low losses that is the event.
struct Place {
  Rational t;
  long low;
};

/// The gain of N runs with the losses t and t - range by the event "at most `low` low losses".
struct EventGain {
  Ball gain;      ///< Q-masses times what each gains: delta(g), 0 < t < range
  Ball P_weight;  ///< e^g times its P-mass
};

/// The t of the place where that number of low losses is the event.
Rational t_of(const RangeRuns& r, const Rational& g, long low);

EventGain gain_of_event(const RangeRuns& r, const Rational& g, const Place& at, Bits p);

/// The largest delta(g) of all their compositions, `all` those places that may have it: BOUND(RANGE-WORST) in the
/// .cpp.
Ball worst_gain(const RangeRuns& r, const Rational& g, const std::vector<Place>& all, Bits p);

/// Those that may be the largest, by a rough look at all.
std::vector<Place> contenders(const RangeRuns& r, const Rational& g, const Poll& poll);

}  // namespace plumbline::ranges
