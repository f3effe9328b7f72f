/// Finds the worst case of N runs whose losses lie in intervals that are fixed in advance. In all functions, g is
/// epsilon.
#pragma once

#include <vector>

#include "reference/quantities/comparison/bounded_range.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline::ranges {

inline constexpr const char* kEngine = "bounded range";

/// A candidate for the worst case: every run has the losses t - range (the low loss) and t, and the event is "at most
/// `low` low losses".
struct Place {
  Rational t;
  long low;
};

/// The gain of the event "at most `low` low losses" in N runs with the losses t and t - range.
struct EventGain {
  Ball gain;      ///< Q(event) - e^g P(event), which is delta(g) at the worst event
  Ball P_weight;  ///< e^g times the P-mass of the event
};

/// Returns the t of the candidate whose event is "at most `low` low losses".
Rational t_of(const RangeRuns& r, const Rational& g, long low);

EventGain gain_of_event(const RangeRuns& r, const Rational& g, const Place& at, Bits p);

/// Returns the largest delta(g) over all compositions, if `all` contains the candidates that may attain it:
/// BOUND(RANGE-WORST) in the .cpp.
Ball worst_gain(const RangeRuns& r, const Rational& g, const std::vector<Place>& all, Bits p);

/// Returns the candidates that may attain the maximum, from an approximate evaluation of all candidates.
std::vector<Place> contenders(const RangeRuns& r, const Rational& g, const Poll& poll);

}  // namespace plumbline::ranges
