#include "reference/quantities/calibration/calibration_near.hpp"

#include <algorithm>
#include <cmath>

#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/quantities/calibration/calibration_rough.hpp"
#include "reference/quantities/calibration/calibration_sharpen.hpp"
#include "reference/quantities/epsilon/epsilon_start.hpp"

namespace plumbline::calibrating {
namespace {

constexpr double kFar = 700;
/// Up to this number of digits of the parameter, heights in doubles are accurate enough.
constexpr int kFewDigits = 6;

/// Finds the root of a height in doubles: moves outward until the sign changes, then applies secant steps.
template <class Height>
std::optional<NearPlace> root_of(const Height& height, const Range& range, double start,
                                 double to_private) {
  constexpr int kMostSteps = 40;
  constexpr double kGrowth = 1.6, kSteep = 30, kNear = 1e-3, kClose = 1e-5;
  double a = start, fa = height(a), b = a, fb = fa, step = 0.7;
  int i = 0;
  for (; i < kMostSteps && (fa > 0) == (fb > 0); ++i, step *= kGrowth) {
    a = b, fa = fb;
    b = std::clamp(a + (fa > 0 ? to_private : -to_private) * step, range.first(), range.last());
    if (b == a) return std::nullopt;
    fb = height(b);
  }
  if ((fa > 0) == (fb > 0)) return std::nullopt;
  double slope = (fb - fa) / (b - a);
  for (; i < kMostSteps && std::fabs(b - a) > kClose; ++i) {
    const bool steep = std::max(std::fabs(fa), std::fabs(fb)) > kSteep || i % 4 == 3;
    const double x = steep ? (a + b) / 2 : b - fb * (b - a) / (fb - fa), fx = height(x);
    const bool replaces_a = (fx > 0) == (fa > 0);
    const double near = std::fabs(x - a) < std::fabs(x - b) ? a : b;
    if (std::fabs(x - near) > kClose) slope = (fx - (near == a ? fa : fb)) / (x - near);
    (replaces_a ? a : b) = x;
    (replaces_a ? fa : fb) = fx;
    if (std::fabs(fx) < kNear) return NearPlace{x, slope};
  }
  return NearPlace{(a + b) / 2, slope};
}

/// Returns options for a wide bracket: its ends are more than a third of the requested width away from the root, and
/// therefore need fewer digits than ends next to the root.
Beside beside(double slope, int digits) {
  constexpr double kShare = 0.4, kRoom = 0.3;
  // The change of the height from the root to an end of the bracket, in units of 10^-digits.
  const double change = std::max(kShare * std::fabs(slope), 1e-9);
  const double needed = std::ceil(digits - std::log10(change) + kRoom);
  return {true, static_cast<int>(std::clamp(needed, 4.0, 1.0 * (digits + kMoreDigits)))};
}

}  // namespace

std::optional<NearPlace> near_place(const Family& family, const Range& range,
                                    const PrivacyTarget& target, Direction direction,
                                    const Effort& effort) {
  constexpr double kLargest = 0.1;
  const ParameterOrder& order = family.order();
  const double epsilon = target.at.approximate(), D = target.bound.approximate();
  const bool fits = target.kind == PrivacyTarget::Measure::delta && epsilon > 0 && D < kLargest;
  if (!fits || order.integer) return std::nullopt;
  const double log_D = Ball(target.bound, Bits{64}).log_approximate();
  bool known = true;
  const auto height = [&](double x) {
    if (effort.expired()) known = false;
    if (!known) return kFar;
    const auto member = family.member(range.rational(x));
    const auto found = member ? saddle_log_delta(*member, direction, epsilon) : std::nullopt;
    if (!found) known = false;
    return found ? std::clamp(*found - log_D, -kFar, kFar) : kFar;
  };
  const double start = order.most ? -4 : 0;
  const auto found = root_of(height, range, start, order.larger_is_more_private ? 1 : -1);
  const bool falls = found && (found->slope < 0) == order.larger_is_more_private;
  return known && falls ? found : std::nullopt;
}

bool search_near(Bracket& bracket, const Range& range, const NearPlace& place, int digits) {
  constexpr int kSteps = 8, kRoughDigits = 5;
  constexpr double kLongest = 0.5, kNear = 0.1;
  const bool few = digits <= kFewDigits;
  const double least = few ? std::pow(10.0, -digits) : 1e-4;
  double x = place.x, slope = place.slope, last = x, last_h = 0;
  const auto height = [&](double at) {
    return bracket.height(range.rational(at), kRoughDigits).approximate();
  };
  double h = height(x);
  for (int i = 0; i < kSteps && std::isfinite(h) && !bracket.expired(); ++i) {
    const double step = std::clamp(-h / slope, -kLongest, kLongest);
    if ((few || i > 0) && std::fabs(step) < least) break;
    last = x, last_h = h;
    x += step;
    h = height(x);
    const double secant = (h - last_h) / (x - last);
    // If the two points are too close, the difference quotient is noise.
    if (std::fabs(step) > 1e-5 && (secant < 0) == (slope < 0)) slope = secant;
  }
  if (!(std::fabs(h) < kNear) || bracket.expired()) return false;
  if (few) {
    bracket_beside(bracket, range.rational(x - h / slope), digits, beside(slope, digits));
  } else {
    sharpen(bracket, range, {last, last_h, x, h}, digits);
  }
  return bracket.complete() && bracket.relative_width() <= std::pow(10.0, -digits);
}

}  // namespace plumbline::calibrating
