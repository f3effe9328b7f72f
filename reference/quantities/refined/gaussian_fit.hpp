/// The smallest mu for which a mechanism is mu-GDP, if this is required only on a range of type I errors or up to a
/// tolerance.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// The range on which f >= G_mu is required. The caller must state it, because mu depends on it. Exactly one member is
/// set.
struct GaussianRange {
  /// Required on [floor, 1 - floor], 0 < floor < 1/2, and not outside.
  std::optional<Rational> floor;
  /// Required everywhere up to a tolerance: f + within >= G_mu, 0 < within < 1.
  std::optional<Rational> within;
  /// Required at one level alpha alone, 0 < alpha < 1.
  std::optional<Rational> level;
};

struct GaussianFit {
  Extended mu;
  Ball level;  ///< estimate of the level at which f and G_mu are equal
};

/// Returns the smallest mu >= 0 with f >= G_mu on the required range, where f is the trade-off function in the
/// direction of the profile. Infinite if f vanishes within the range. Throws std::invalid_argument unless exactly one
/// member of the range is set, in its domain.
GaussianFit gaussian_fit(PrivacyProfile& profile, const GaussianRange& range, const Effort& effort);

}  // namespace plumbline
