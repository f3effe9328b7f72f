/// delta where it is a known rational.
#pragma once

#include <optional>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

struct ExactDelta {
  Certified value;
  Rational exact;
};
/// delta(epsilon) in the profile's direction (in the worst one, in both), where epsilon is known to
/// be at or beyond the largest finite loss, and the mass of infinite loss to be a rational.
std::optional<ExactDelta> exact_delta(PrivacyProfile& profile, const Rational& epsilon, int digits);

}  // namespace plumbline
