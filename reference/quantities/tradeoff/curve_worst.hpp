/// The trade-off function of the worst direction. This is the trade-off function of the profile max(delta, delta_rev).
/// It is symmetric, and it is the largest convex function below the curves of both directions.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/tradeoff/curve_point.hpp"

namespace plumbline {

class Certified;

/// Returns f(alpha), or 1 - f(alpha) if `one_minus_f`, 0 < alpha < 1, of a profile in the worst direction.
Certified worst_point(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                      bool one_minus_f);

/// Bounds on the curve of the worst direction from one point of the curve of one direction.
struct WorstBounds {
  Ball value;
  /// True if the profile of this direction is certainly the larger one at the threshold of the line that bounds f, so
  /// that the other direction does not contribute.
  bool larger = false;
};
/// Returns the bounds. `point` is a point of the curve of the direction `reverse` of `profile` (which is in the worst
/// direction), at the same alpha and with the same `one_minus_f`.
WorstBounds worst_bounds(PrivacyProfile& profile, bool reverse, const CurvePoint& point,
                         const Rational& alpha, bool one_minus_f, const Effort& effort);

/// A point of the forward curve, or its mirror image, a point of the reversed curve: type I error a, type II error b,
/// and 1 - b.
struct TestPoint {
  Ball a, b, rest_of_b;
};
/// Returns the errors of the test that rejects if S > t, or their mirror image.
TestPoint test_point(PrivacyProfile& profile, const Ball& t, bool mirrored, const Effort& effort);
/// Returns an enclosure of f(alpha), or 1 - f(alpha), of the worst direction between the line 1 - delta(0) - alpha
/// (or 1 minus it) and the chord of two points; nothing if alpha is not certainly between the points.
std::optional<Ball> under_chord(const Ball& line, const TestPoint& left, const TestPoint& right,
                                const Ball& alpha, bool one_minus_f);

}  // namespace plumbline
