/// Starting points for the search of epsilon, in doubles. They enter no bound. Long computations call the current poll
/// (poll_here.hpp), which may throw Interrupted.
#pragma once

#include <optional>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Returns the smallest eps at which the Chernoff bound log K(c) - (c - 1) eps <= log D holds for some c > 1, in
/// doubles, where K(c) = E_P[e^{cL}]. It is near the answer if D is small. Returns nothing if the transforms are not
/// available.
std::optional<double> chernoff_epsilon(const PrivacyProfile& profile, double log_D);

/// A point of the curve of delta, in doubles: the saddle-point approximation of the line integral along Re s = 1 + x
/// (forward) or Re s = -x (reverse). d log delta / d epsilon = -x.
struct SaddlePlace {
  double epsilon, log_delta, x;
  double variance;  ///< d epsilon / dx
  bool reverse;
};

/// Returns the approximate standard deviation of the loss in the profile's direction.
double rough_deviation(const PrivacyProfile& profile);

/// Returns the point at which the saddle-point approximation reaches log D, in the direction with the larger epsilon.
/// Returns nothing if the transforms are not available.
std::optional<SaddlePlace> saddle_epsilon(const PrivacyProfile& profile, double log_D);

/// Returns the point at which delta would be D if the loss were normal, for a composition with a factor that has no
/// transform. Returns nothing for other compositions, or outside the range of doubles.
std::optional<SaddlePlace> normal_epsilon(const PrivacyProfile& profile, const Rational& D);

/// Returns the saddle-point approximation of log delta(epsilon), epsilon > 0. Returns nothing if the transforms are
/// not available or slow, because searches evaluate many compositions.
std::optional<double> saddle_log_delta(const Composition& composition, Direction direction,
                                       double epsilon);

}  // namespace plumbline
