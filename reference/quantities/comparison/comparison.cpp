#include "reference/quantities/comparison/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/comparison/comparer.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
// BOUND(PROFILE-CELL)
// Statement.  Let f, g be convex on a cell [x_a, x_b], h = x_b - x_a, and let the slopes of g there be at least s and
//             at most S. Then, on the cell and for every w in [0, 1], f - g is at most
//                 max(D(a) + (1-w) e_a, D(b) + w e_b),
//             where D = f - g, e_a = g(a) - g(b) + S h and e_b = g(b) - g(a) - s h. If f and g both decrease
//             (increase), f - g is also at most f(a) - g(b) (f(b) - g(a)).
// Needs.      0 <= w <= 1: clamped here; as a double it is exact. s and S: the caller, slopes() of Comparer.
// Proof.      f lies below its chord. g(x) >= g(a) + s (x - x_a) and g(x) >= g(b) - S (x_b - x). Hence g lies above
//             their mixture with weights w and 1-w, which is g(a) - (1-w) e_a at a and g(b) - w e_b at b. The
//             difference of two linear functions is largest at an end. Slopes of a convex function increase, so that
//             the slopes over the cells before and after bound the slopes between. In x = e^t, delta' = -P(S > t) (or
//             the corresponding tail of the reversed pair, or of the larger of the two profiles) is in [-1, 0], and
//             the slope of the excess is larger by 1. The last statement follows from monotonicity.
// Source.     Elementary (the mirror image of BOUND(CELL)).
Ball profile_cell(const ProfileCell& cell) {
  const Ball e_a = cell.g_a - cell.g_b + cell.most_slope * cell.width;
  const Ball e_b = cell.g_b - cell.g_a - cell.least_slope * cell.width;
  const Ball D_a = cell.f_a - cell.g_a, D_b = cell.f_b - cell.g_b;
  const double ea = e_a.approximate(), eb = e_b.approximate();
  double w = ea + eb > 0 ? (D_a.approximate() - D_b.approximate() + ea) / (ea + eb) : 0.5;
  w = std::isfinite(w) ? std::clamp(w, 0.0, 1.0) : 0.5;
  const Bits p = cell.width.precision();
  const Ball weight = Ball::from_binary64(w, p), rest = Ball::integer(1, p) - weight;
  const Ball at_a = D_a + bound_number<"PROFILE-CELL">(rest * e_a);
  const Ball at_b = D_b + bound_number<"PROFILE-CELL">(weight * e_b);
  const Ball lines = max(at_a, at_b).upper();
  const Ball monotone = (cell.falls ? cell.f_a - cell.g_b : cell.f_b - cell.g_a).upper();
  return certainly_less(monotone, lines) || !lines.is_finite() ? monotone : lines;
}

Comparison compare(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort) {
  if (first.direction() != second.direction()) {
    throw std::invalid_argument("compare needs both profiles in the same direction");
  }
  return Comparer(first, second, effort).run();
}

Certified crossing_count(const Comparison& comparison, const std::string& engine, int digits) {
  const auto is_crossing = [](const ComparedRange& range) {
    return range.kind == ComparedRange::Order::crossing;
  };
  const auto& ranges = comparison.ranges;
  const long count = std::count_if(ranges.begin(), ranges.end(), is_crossing);
  return Mint::value(Ball::integer(count, bits_for_digits(digits)), engine, {}, comparison.reached);
}

// Each range of the kind `crossing` contains exactly one sign change.
Certified certified_crossing(const Comparison& comparison, long number, const std::string& engine,
                             int digits) {
  long found = 0;
  for (const ComparedRange& range : comparison.ranges) {
    if (range.kind != ComparedRange::Order::crossing || ++found != number) continue;
    return certified({Ball::hull(range.from, range.to), {}}, engine, digits, true);
  }
  throw std::invalid_argument("number: there are " + std::to_string(found) + " crossings");
}

Certified crossing_prior(const Certified& crossing, int digits) {
  const Bits p = wider(crossing.value().precision(), bits_for_digits(digits) + 32);
  return replaced(crossing, crossing_prior(crossing.value(), p));
}

FullComparison compare_fully(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort) {
  constexpr int kEnough = 10;
  Comparison ranges = compare(first, second, effort);
  Effort rough = effort;
  rough.digits = std::min(effort.digits, kEnough);
  Certified forth = divergence(first, second, rough).value;
  Certified back = divergence(second, first, rough).value;
  return {std::move(ranges), std::move(forth), std::move(back), rough.digits};
}

}  // namespace plumbline
