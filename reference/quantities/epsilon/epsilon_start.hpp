/// Where to look for an epsilon, in doubles: nothing here enters a bound.
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
};

/// Where that approximation reaches log D: the larger of the directions. Nothing if the transforms do not
/// say.
std::optional<SaddlePlace> saddle_epsilon(const PrivacyProfile& profile, double log_D);

}  // namespace plumbline
