/// Computes a trade-off function from heights of lines 1 - delta(t) - e^t alpha: the supremum of a concave function.
/// Used for engines whose tails are more expensive than their profile, and where two profiles cross.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

class Certified;

/// An enclosure of sup h from three heights of a concave h, with x2 in the middle of x1 and x3; nothing if h2 is not
/// certainly the largest.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3);

/// Bounds the maximum from h at four equidistant points, in either order, with h2 the largest of the first three: the
/// decrease of h beyond x2 bounds its increase before x2, however steep it is there.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3, const Ball& h4);

/// f(alpha), or 1 - f(alpha) if `one_minus_f`, in the profile's direction, searched around the exact threshold `start`;
/// correct for every start.
Certified by_heights(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                     bool one_minus_f, const Ball& start);

/// The line's height 1 - delta(t) - e^t alpha (1 minus that if `one_minus_f`) at the exact threshold t: a lower bound
/// of f(alpha) (an upper bound of 1 - f(alpha)). `value`: an estimate of the result, so that digits lost to
/// cancellation are requested, too.
Ball line_height(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                 bool one_minus_f, const Ball& t, const Ball& value);

}  // namespace plumbline
