/// A bound of the privacy profile from a single value of the transform. This bound suffices if delta is so small that
/// its digits do not matter.
#pragma once

#include <functional>
#include <optional>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

class Certified;

/// An upper bound of delta(epsilon), and its approximate logarithm.
struct ChernoffBound {
  UpperBound bound;
  double log_bound = 0;
};

/// Returns an upper bound of delta in the given direction; for `worst` it bounds the larger of the two profiles. If
/// `moved`, uses another order than the best one found, for an independent check. Returns nothing if the loss may be
/// infinite or offers no transform. Also returns nothing if the bound is not below approximately e^log_wanted; this
/// check needs no ball arithmetic.
std::optional<ChernoffBound> chernoff_delta(const Composition& composition, Direction direction,
                                            const Rational& epsilon, double log_wanted, bool moved);

/// Returns the approximate slope of log delta at epsilon, a heuristic: the order minus 1 of the best bound on a
/// coarse grid. Returns nothing if the loss may be infinite or offers no transform.
std::optional<double> log_delta_slope(const Composition& composition, Direction direction,
                                      double epsilon);

/// Returns the bound of chernoff_delta from bounds on moments alone, for a class without a single dominating pair.
/// log_moment(s) is an upper bound of log E_P[e^{sS}] for s > 1, and roughly(s) approximates it in doubles. The bound
/// is valid in each direction that log_moment bounds.
std::optional<ChernoffBound> chernoff_by_moments(const std::function<Ball(const Ball&)>& log_moment,
                                                 const std::function<double(double)>& roughly,
                                                 const Rational& epsilon, double log_wanted,
                                                 bool moved);

/// The engine name of values that are Chernoff bounds.
inline constexpr const char* kChernoff = "chernoff";
/// Returns the range of delta, a probability, from the bound: [0, bound].
Certified certified_range(const ChernoffBound& bound);

}  // namespace plumbline
