/// A trade-off function from heights of lines 1 - delta(t) - e^t alpha: the supremum of a concave
/// function, for engines whose tails are harder than their profile, and where two profiles cross.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

class Certified;

/// An enclosure of sup h from three heights of a concave h, x2 in the middle between x1 and x3:
/// nothing where h2 is not seen to be the largest.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3);

/// Bounds the maximum from h at four points at equal distances, in either order, h2 the largest of
/// the first three: the fall of h beyond x2 bounds its rise before, however steep it is there.
std::optional<Ball> concave_maximum(const Ball& h1, const Ball& h2, const Ball& h3, const Ball& h4);

/// f(alpha), or 1 - f(alpha) if `one_minus_f`, in the profile's direction, looked for around the exact
/// threshold `start`; correct wherever that is.
Certified by_heights(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                     bool one_minus_f, const Ball& start);

/// The line's height 1 - delta(t) - e^t alpha (1 minus that if `one_minus_f`) at the exact threshold t:
/// at most f(alpha). `value`: roughly what it will be, so that digits lost to cancellation are
/// requested as well.
Ball line_height(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                 bool one_minus_f, const Ball& t, const Ball& value);

}  // namespace plumbline
