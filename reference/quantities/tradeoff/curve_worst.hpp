/// The trade-off function of the worst direction: that of the larger of the two profiles,
/// symmetrised and made convex.
#pragma once

#include "reference/engines/effort.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/tradeoff/curve_point.hpp"

namespace plumbline {

/// f(alpha), or 1 - f(alpha) if `one_minus_f`, 0 < alpha < 1, of a profile in the worst direction.
Certified worst_point(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                      bool one_minus_f);

/// What one point of one direction's curve says about that.
struct WorstBounds {
  Ball value;
  /// Whether the direction's profile is certainly the larger one at the line's threshold: then
  /// nothing more is to be had from the other direction.
  bool larger = false;
};
/// `point` is one of the curve of that direction of `profile` (which is in the worst direction), at
/// the same alpha and in the same form.
WorstBounds worst_bounds(PrivacyProfile& profile, bool reverse, const CurvePoint& point,
                         const Rational& alpha, bool one_minus_f, const Effort& effort);

}  // namespace plumbline
