/// A bound of the privacy profile from a single value of the transform: enough where delta is so
/// small that nobody needs its digits.
#pragma once

#include <optional>

#include "reference/quantities/certified.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// An upper bound of delta(epsilon) and roughly its logarithm.
struct ChernoffBound {
  UpperBound bound;
  double log_bound = 0;
};

/// In the direction asked, for the larger profile of the two in `worst`. `moved`: from another
/// value of the transform than the best one found, for a second opinion. Nothing where the loss may
/// be infinite or offers no transform, or where the bound is not below e^log_wanted, roughly (which
/// costs no ball arithmetic).
std::optional<ChernoffBound> chernoff_delta(const Composition& composition, Direction direction,
                                            const Rational& epsilon, double log_wanted, bool moved);

/// The engine name of values that are Chernoff bounds.
inline constexpr const char* kChernoff = "chernoff";
/// What the bound says of delta, a probability: it lies in [0, bound].
Certified certified_range(const ChernoffBound& bound);

}  // namespace plumbline
