/// Where the Bayes errors of two compositions are equal.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Some prior in [from, to] has equal Bayes errors.
struct BayesCrossing {
  Rational from, to;
  /// The Bayes error there, as wide as the place; `reached` tells of the Bayes errors compared.
  Certified error;
};

/// Between two priors of H0 at which the Bayes errors certainly differ, in opposite directions.
/// `width` is how near the ends of the answer are to be; where the two errors cannot be told apart
/// before, they stay wider. Throws std::invalid_argument, naming the priors, where the differences
/// are not certain or of one sign.
BayesCrossing bayes_crossing(PrivacyProfile& profile, PrivacyProfile& other, const Rational& from,
                             const Rational& to, const Rational& width, const Effort& effort);

}  // namespace plumbline
