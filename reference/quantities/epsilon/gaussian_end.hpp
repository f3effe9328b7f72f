/// An upper bound of epsilon for products of thousands of factors, in hundredths of a second.
#pragma once

#include <optional>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Returns a double at which delta is at most D, 0 < D < 1, by BOUND(GAUSSIAN-ABOVE). Returns nothing if the bound
/// does not apply: a loss is infinite, or a factor has neither a largest loss nor a Gaussian pair above it.
std::optional<double> end_by_gaussian_pair(const PrivacyProfile& profile, const Rational& D);

}  // namespace plumbline
