/// Starting points for the search of an epsilon, in doubles: no value computed here enters a bound. Long computations
/// call the current poll (poll_here.hpp), which may throw Interrupted.
#pragma once

#include <optional>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// The smallest eps at which the Chernoff bound log K(c) - (c - 1) eps <= log D holds for some c > 1, in doubles: near
/// the answer if D is small. Returns nothing if the transforms are not available.
std::optional<double> chernoff_epsilon(const PrivacyProfile& profile, double log_D);

/// A point of the curve of delta, in doubles: the saddle-point approximation of the line integral at the tilt 1 + x
/// (forward), or -x (reverse). d log delta / d epsilon = -x.
struct SaddlePlace {
  double epsilon, log_delta, x;
  double variance;  ///< d epsilon / dx
  bool reverse;
};

/// Approximate standard deviation of the loss in the profile's direction.
double rough_deviation(const PrivacyProfile& profile);

/// The point at which this approximation reaches log D, in the direction with the larger epsilon. Returns nothing if
/// the transforms are not available.
std::optional<SaddlePlace> saddle_epsilon(const PrivacyProfile& profile, double log_D);

/// Where delta would be D if the loss were normal, of a composition with a factor that has no transform. Nothing where
/// others know better, or where doubles do not reach.
std::optional<SaddlePlace> normal_epsilon(const PrivacyProfile& profile, const Rational& D);

/// log delta(epsilon) by the saddle point, epsilon > 0. Nothing where the transforms do not say, or say it slowly: it is asked
/// of many compositions.
std::optional<double> saddle_log_delta(const Composition& composition, Direction direction,
                                       double epsilon);

}  // namespace plumbline
