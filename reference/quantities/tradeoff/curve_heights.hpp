/// Computes a trade-off function as f(alpha) = sup_t 1 - delta(t) - e^t alpha, the supremum of a function that is
/// concave in e^t. This method is used for engines whose tails are more expensive than their profile, and near a
/// threshold at which the profiles of both directions cross.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

class Certified;

/// Returns an enclosure of sup h for a concave function h from its values h1, h2, h3 at x1, x2, x3, where x2 is the
/// middle of x1 and x3. Returns nothing if h2 is not certainly the largest value.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3);

/// Returns an enclosure of sup h from the values h1, ..., h4 at four equidistant points x1, ..., x4, which increase or
/// decrease. Returns nothing if h2 is not certainly the largest of h1, h2, h3. The bound is tight even if h is steep
/// between x1 and x2.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3, const Ball& h4);

/// Returns f(alpha), or 1 - f(alpha) if `one_minus_f`, in the profile's direction. The search begins at the threshold
/// `start`, which must be an exact ball. The result is correct for every `start`.
Certified by_heights(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                     bool one_minus_f, const Ball& start);

/// Returns the height 1 - delta(t) - e^t alpha of the line at the exact threshold t, a lower bound of f(alpha); if
/// `one_minus_f`, 1 minus this height, an upper bound of 1 - f(alpha). `value` is an estimate of the result that
/// determines the additional digits for cancellation.
Ball line_height(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                 bool one_minus_f, const Ball& t, const Ball& value);

}  // namespace plumbline
