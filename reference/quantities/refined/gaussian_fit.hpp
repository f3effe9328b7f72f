/// The mu that a Gaussian mechanism would need to be equivalent: "mu-GDP", on a range.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Where f >= G_mu is asked. What other tools report as mu depends on it, and so it is stated.
struct GaussianRange {
  /// On [floor, 1 - floor], 0 < floor < 1/2, nothing asked outside;
  std::optional<Rational> floor;
  /// or everywhere up to so much: f + within >= G_mu, 0 < within < 1.
  std::optional<Rational> within;
  /// or at one level alpha alone, 0 < alpha < 1.
  std::optional<Rational> level;
};

struct GaussianFit {
  Extended mu;
  Ball level;  ///< about where f and G_mu meet: promises nothing
};

/// The smallest mu >= 0 with f >= G_mu where that is asked, f the trade-off function in the
/// direction of the profile. Infinite where f vanishes within the range. Throws
/// std::invalid_argument unless exactly one of the three is given, in its domain.
GaussianFit gaussian_fit(PrivacyProfile& profile, const GaussianRange& range, const Effort& effort);

}  // namespace plumbline
