/// The priors at which the Bayes errors of two compositions are equal.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// An interval [from, to] that contains a prior at which the Bayes errors are equal.
struct BayesCrossing {
  Rational from, to;
  /// An enclosure of the Bayes error over the whole interval. `reached` states whether the Bayes error at `from` has
  /// the requested digits; this enclosure may have fewer.
  Certified error;
};

/// Encloses a crossing between two priors of H0 at which the differences of the Bayes errors have opposite signs.
/// `width` is the target length of the interval; the interval is longer if the two errors cannot be distinguished
/// within it. Throws std::invalid_argument, naming the priors, if the signs at `from` and `to` are undecided or equal.
BayesCrossing bayes_crossing(PrivacyProfile& profile, PrivacyProfile& other, const Rational& from,
                             const Rational& to, const Rational& width, const Effort& effort);

}  // namespace plumbline
