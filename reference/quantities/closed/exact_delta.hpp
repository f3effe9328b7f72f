/// Values of delta that are known exact rationals.
#pragma once

#include <optional>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

struct ExactDelta {
  Certified value;
  Rational exact;
};
/// Returns delta(epsilon) in the profile's direction (for the worst direction, the maximum of both) if epsilon is known
/// to be at least the largest finite loss and the mass of infinite loss is a known rational.
std::optional<ExactDelta> exact_delta(PrivacyProfile& profile, const Rational& epsilon, int digits);

}  // namespace plumbline
