/// Computes a trade-off function from heights of lines 1 - delta(t) - e^t alpha: the supremum of a concave function.
/// Used for engines whose tails are more expensive than their profile, and where two profiles cross.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

class Certified;

/// Returns an enclosure of sup h from three heights of a concave h, with x2 in the middle of x1 and x3; nothing if h2
/// is not certainly the largest.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3);

/// Bounds the maximum from h at four equidistant points, in either order, with h2 the largest of the first three. The
/// decrease of h beyond x2 bounds its increase before x2, even where h is steep before x2.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3, const Ball& h4);

/// Returns f(alpha), or 1 - f(alpha) if `one_minus_f`, in the profile's direction. The search begins at the exact
/// threshold `start`; the result is correct for every start.
Certified by_heights(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                     bool one_minus_f, const Ball& start);

/// Returns the height 1 - delta(t) - e^t alpha of the line at the exact threshold t, a lower bound of f(alpha); if
/// `one_minus_f`, 1 minus this height, an upper bound of 1 - f(alpha). `value` is an estimate of the result that
/// determines the additional digits for cancellation.
Ball line_height(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                 bool one_minus_f, const Ball& t, const Ball& value);

}  // namespace plumbline
