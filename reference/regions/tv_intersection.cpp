#include "reference/regions/tv_intersection.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// A line 1 - x - y a that lies below a trade-off function of the level a. The line states (log y, x)-DP. The
/// coefficients are heuristic doubles.
struct RegionLine {
  double x, y;
  size_t region;
  long j;
  bool mirrored;
};

/// A line with enclosures of its coefficients.
struct CertainLine {
  Ball x, y;
};

std::vector<RegionLine> lines(const std::vector<ComposedTv>& regions, const Effort& effort) {
  std::vector<RegionLine> out;
  for (size_t i = 0; i < regions.size(); ++i) {
    Effort rough = effort;
    rough.digits = 15;
    const Bits p = regions[i].bits(rough.digits);
    const double finite = regions[i].finite_mass(p).approximate(),
                 infinite = regions[i].infinite_mass(p).approximate();
    regions[i].visit(rough, [&](const RegionPoint& point) {
      const double x = infinite + finite * point.delta.approximate(),
                   y = 1 / point.slope.approximate();
      if (!std::isfinite(x) || !std::isfinite(y)) return;
      out.push_back({x, y, i, point.j, false});
      out.push_back({1 - (1 - x) / y, 1 / y, i, point.j, true});
    });
  }
  return out;
}

/// Returns the two neighbouring vertices of the lower convex hull of the points (x, y) between whose x the number D
/// lies.
std::pair<RegionLine, RegionLine> around(std::vector<RegionLine> all, double D) {
  std::sort(all.begin(), all.end(), [](const RegionLine& a, const RegionLine& b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
  });
  std::vector<RegionLine> hull;
  for (const RegionLine& c : all) {
    while (hull.size() > 1) {
      const RegionLine &a = hull[hull.size() - 2], &b = hull.back();
      if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0) break;
      hull.pop_back();
    }
    hull.push_back(c);
  }
  size_t right = 0;
  while (right + 1 < hull.size() && hull[right].x <= D) ++right;
  return {hull[right == 0 ? 0 : right - 1], hull[right]};
}

CertainLine certain(const std::vector<ComposedTv>& regions, const RegionLine& line,
                    const Effort& effort) {
  const ComposedTv& region = regions[line.region];
  const Bits p = region.bits(effort.digits) + 32;
  const Certified delta = region_answers(region, {line.j}, {}, effort).deltas.at(0);
  const Ball y = exp(region.epsilon(line.j, p)), one = Ball::integer(1, p);
  if (!line.mirrored) return {delta.value(), y};
  return {one - (one - delta.value()) / y, one / y};
}

}  // namespace

namespace {

/// Returns an upper bound of y* by (i) of BOUND(TV-INTERSECTION), if it is finite.
Ball above_by_lines(const CertainLine& a, const CertainLine& b, const Ball& goal, Bits p) {
  Ball above = Ball::indeterminate(p);
  if (certainly_at_most(a.x, goal)) above = a.y;
  if (certainly_at_most(b.x, goal)) above = min(above.is_finite() ? above : b.y, b.y);
  if (certainly_at_most(a.x, goal) && certainly_at_most(goal, b.x) && certainly_less(a.x, b.x)) {
    above = a.y + (b.y - a.y) * (goal - a.x) / (b.x - a.x);
  }
  return above;
}

/// Returns a lower bound of y* by (ii) of BOUND(TV-INTERSECTION). Every level gives a valid bound; this function uses
/// the approximate level at which the two lines intersect.
Ball below_at_meeting(const std::vector<ComposedTv>& regions, const CertainLine& a,
                      const CertainLine& b, const Ball& goal, const Ball& above,
                      const Effort& effort, int digits) {
  const Bits p = goal.precision();
  const Ball one = Ball::integer(1, p);
  Ball meeting = (b.x - a.x) / (a.y - b.y);
  if (!meeting.is_finite() || !certainly_positive(meeting) || !certainly_less(meeting, one)) {
    meeting = one / (above.is_finite() ? above * 2 : Ball::integer(2, p));
  }
  if (!meeting.is_finite() || !certainly_positive(meeting)) return Ball(p);
  const Rational alpha = std::min(kOne, decimal_near(meeting, 2 * digits + 30));
  if (alpha.sign() <= 0) return Ball(p);
  Ball f(p);
  for (const ComposedTv& region : regions) {
    f = max(f, region_answers(region, {}, {alpha}, effort).tradeoff.at(0).value());
  }
  return (one - goal - f) / Ball(alpha, p);
}

}  // namespace

// BOUND(TV-INTERSECTION)
// Statement.  Let f = max f_i of convex trade-off functions, each its own inverse. Let y* be the smallest y >= 1 such
//             that 1 - D - y a <= f(a) for all a. The smallest epsilon >= 0 for which f gives (epsilon, D)-DP is log
//             y*, and there is none if D < 1 - f(0).
//             (i) If the lines 1 - x - y a and 1 - x' - y' a are below f and x <= D <= x', x < x', then y* <= max(1,
//             y + (y' - y) (D - x)/(x' - x)). If x <= D, then y* <= max(1, y). y* is at most the same number for a
//             single f_i.
//             (ii) For any a in (0, 1], y* >= (1 - D - f(a))/a.
// Needs.      x <= D <= x', x < x', 0 < a <= 1: checked here; a line is used only if these are certain. 0 <= D <= 1:
//             checked here (std::invalid_argument). TV-LINES proves that the lines are below f, and encloses f(a).
// Proof.      (i) The average of the two lines with the weights that give 1 - D at 0 is below f. (ii) Substitute a in
//             1 - D - y* a <= f(a). A mechanism of trade-off function >= f is (epsilon, D)-DP iff 1 - D - e^epsilon
//             a <= f(a) for all a (f is its own inverse, so that the other line of Theorem 1 follows). At a = 0 this
//             means 1 - D <= f(0).
// Source.     Elementary; by linear programming duality the best bounds (i) and (ii) are equal.
Extended intersection_epsilon(const std::vector<ComposedTv>& regions, const Rational& D,
                              const Effort& effort) {
  if (regions.empty()) throw std::invalid_argument("no regions given");
  if (D.sign() < 0 || D > kOne) {
    throw std::invalid_argument("delta must be in [0, 1], got " + D.text());
  }
  const int digits = effort.digits;
  Effort sharper = effort;
  sharper.digits = digits + 5;
  const Bits p = bits_for_digits(sharper.digits) + 128;
  const Ball goal(D, p), zero(p), one = Ball::integer(1, p);
  const auto answer = [digits](const Ball& x) {
    return limited(certified({x, {}}, "theorem2", digits, true), kZero);
  };
  bool none = true;
  for (const ComposedTv& region : regions) {
    none = none && certainly_less(goal, region.infinite_mass(p));
  }
  if (none) return no_region_epsilon(D);
  try {
    const std::vector<RegionLine> all = lines(regions, effort);
    if (all.empty()) return answer(Ball::indeterminate(p));  // no line is finite
    const auto [left, right] = around(all, D.approximate());
    const CertainLine a = certain(regions, left, sharper), b = certain(regions, right, sharper);
    const Ball above = above_by_lines(a, b, goal, p);
    const Ball below = below_at_meeting(regions, a, b, goal, above, sharper, digits);
    Ball upper = max(log(max(above, one)), zero);
    for (const ComposedTv& region : regions) {  // the intersection is contained in each region
      const Extended alone = region_epsilon(region, D, sharper);
      if (alone.is_infinite() || !alone->value().is_finite()) continue;
      upper = upper.is_finite() ? min(upper, alone->value()) : alone->value();
    }
    const Ball lower = log(max(below, one));
    if (!upper.is_finite()) return answer(Ball::indeterminate(p));
    if (certainly_less(upper, lower)) {
      throw Contradiction("epsilon of an intersection of regions is at least " +
                          lower.decimal_bounds(25).first + " and at most " +
                          upper.decimal_bounds(25).second);
    }
    return answer(bound<"TV-INTERSECTION">(Ball::hull(lower, max(lower, upper))));
  } catch (const Interrupted&) {
    return answer(Ball::indeterminate(p));
  }
}

}  // namespace plumbline
