/// Where to look for an epsilon, in doubles: nothing here enters a bound. What takes long asks the poll that is in force
/// (poll_here.hpp), which may throw Interrupted.
#pragma once

#include <optional>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Where the Chernoff bound log K(c) - (c - 1) eps <= log D first holds for some c > 1, in doubles:
/// near the answer if D is small. Nothing if the transforms do not say.
std::optional<double> chernoff_epsilon(const PrivacyProfile& profile, double log_D);

/// A place on the curve of delta, in doubles: the line integral by the saddle point at the tilt 1 + x
/// (forward), or -x (reverse). d log delta / d epsilon = -x.
struct SaddlePlace {
  double epsilon, log_delta, x;
  double variance;  ///< d epsilon / dx
  bool reverse;
};

/// The loss's standard deviation in the profile's direction, about.
double rough_deviation(const PrivacyProfile& profile);

/// Where that approximation reaches log D, of the direction where that is farther. Nothing if the transforms do
/// not say.
std::optional<SaddlePlace> saddle_epsilon(const PrivacyProfile& profile, double log_D);

/// log delta(epsilon) by it, epsilon > 0. Nothing where the transforms do not say, or say it slowly: it is asked
/// of many compositions.
std::optional<double> saddle_log_delta(const Composition& composition, Direction direction,
                                       double epsilon);

}  // namespace plumbline
