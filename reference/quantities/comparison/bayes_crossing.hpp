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
  /// The Bayes error at this prior; its enclosure covers the whole interval. `reached` refers to the compared Bayes
  /// errors.
  Certified error;
};

/// Encloses a crossing between two priors of H0 at which the differences of the Bayes errors certainly have opposite
/// signs. `width` is the target length of the interval; it remains longer if the two errors cannot be distinguished
/// before. Throws std::invalid_argument, naming the priors, if the differences are uncertain or have one sign.
BayesCrossing bayes_crossing(PrivacyProfile& profile, PrivacyProfile& other, const Rational& from,
                             const Rational& to, const Rational& width, const Effort& effort);

}  // namespace plumbline
