/// A bound of the privacy profile from a single value of the transform: enough where delta is so
/// small that nobody needs its digits.
#pragma once

#include <functional>
#include <optional>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

class Certified;

/// An upper bound of delta(epsilon) and roughly its logarithm.
struct ChernoffBound {
  UpperBound bound;
  double log_bound = 0;
};

/// In the direction asked, for the larger profile of the two in `worst`. `moved`: from another
/// value of the transform than the best one found, for a second opinion. Nothing where the loss may
/// be infinite or offers no transform, or where the bound is not below e^log_wanted, roughly (which
/// costs no ball arithmetic).
std::optional<ChernoffBound> chernoff_delta(const Composition& composition, Direction direction,
                                            const Rational& epsilon, double log_wanted, bool moved);

/// Roughly the slope of log delta at epsilon, a heuristic: the order, less 1, of the best bound on a
/// coarse grid. Nothing where the loss may be infinite or offers no transform.
std::optional<double> log_delta_slope(const Composition& composition, Direction direction,
                                      double epsilon);

/// chernoff_delta from what bounds moments alone, for what is no single pair: log_moment(s) at least
/// log E_P[e^{sS}] for s > 1, and roughly(s) the same in doubles. In either direction where it
/// bounds both.
std::optional<ChernoffBound> chernoff_by_moments(const std::function<Ball(const Ball&)>& log_moment,
                                                 const std::function<double(double)>& roughly,
                                                 const Rational& epsilon, double log_wanted,
                                                 bool moved);

/// The engine name of values that are Chernoff bounds.
inline constexpr const char* kChernoff = "chernoff";
/// Returns the range of delta, a probability, by the bound: [0, bound].
Certified certified_range(const ChernoffBound& bound);

}  // namespace plumbline
