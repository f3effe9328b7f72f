/// The priors at which the Bayes errors of two compositions are equal.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Some prior in [from, to] has equal Bayes errors.
struct BayesCrossing {
  Rational from, to;
  /// The Bayes error at this prior, as wide as the place; `reached` refers to the compared Bayes errors.
  Certified error;
};

/// Searches between two priors of H0 at which the Bayes errors certainly differ, in opposite directions. `width` is the
/// target distance of the ends; they remain wider if the two errors cannot be distinguished before. Throws
/// std::invalid_argument, naming the priors, if the differences are not certain or have one sign.
BayesCrossing bayes_crossing(PrivacyProfile& profile, PrivacyProfile& other, const Rational& from,
                             const Rational& to, const Rational& width, const Effort& effort);

}  // namespace plumbline
