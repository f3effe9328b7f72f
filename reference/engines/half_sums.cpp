#include "reference/engines/half_sums.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

// Number of points of the first list, and of calls of `decide`, between two polls.
constexpr size_t kPlaces = 4096, kDecided = 256;

}  // namespace

SortedLaw::SortedLaw(std::vector<Point> points, Bits p, const Poll& poll)
    : points_(std::move(points)) {
  poll();
  std::sort(points_.begin(), points_.end(),
            [](const Point& a, const Point& b) { return a.place < b.place; });
  poll();
  from_.assign(points_.size() + 1, Ball(p));
  for (size_t i = points_.size(); i-- > 0;) {
    if (i % kPlaces == 0) poll();
    from_[i] = from_[i + 1] + points_[i].mass;
  }
}

// BOUND(HALF-SUMS)
// Statement.  Let x, y and u differ by at most e from the doubles x', y' and u', and let z = u' - x' in doubles. If
//             y' > z + 4e then x + y > u, and if y' < z - 4e then x + y < u. So the sum of the masses of all pairs
//             with x + y > u is the sum over the pairs with y' > z + 4e, plus the sum over the pairs with z - 4e <= y'
//             <= z + 4e and x + y > u. A pair that is not decided contributes a number between 0 and its mass.
// Needs.      e > 0, and e is at least 2^-50 of |u'|, |x'| and |y'|: checked here (otherwise all pairs are
//             undecided).
// Proof.      z differs from u' - x' by at most 2^-53 (|u'| + |x'|), thus by at most e/2. z +- 4e in doubles has an
//             additional error of 2^-53 (|z| + 4e) < e/2. So x + y - u > -3e + 4e - e = 0; the other case is similar.
//             Places are sorted, so that each set is a range of the second list, and its sum a difference of sums
//             from the top.
// Source.     Elementary.
Ball mass_above(const SortedLaw& first, const SortedLaw& second, double level, double slack,
                const Decide& decide, Bits p, const Poll& poll) {
  const auto large = [&](double x) { return !(std::fabs(x) <= 0x1p50 * slack); };
  if (first.size() == 0 || second.size() == 0) return Ball(p);
  const Ball all = first.total() * second.total();
  if (!(slack > 0) || large(level) || large(first[0].place) || large(second[0].place) ||
      large(first[first.size() - 1].place) || large(second[second.size() - 1].place)) {
    return Ball::zero_to(UpperBound::of(all), p);
  }
  Ball sum(p), open(p);
  size_t decided = 0;
  // Both indices into the second list decrease as the position in the first list increases.
  size_t above = second.size(), near = second.size();
  for (size_t i = 0; i < first.size(); ++i) {
    if (i % kPlaces == 0) poll();
    const double z = level - first[i].place;
    while (above > 0 && second[above - 1].place > z + 4 * slack) --above;
    while (near > 0 && !(second[near - 1].place < z - 4 * slack)) --near;
    Ball own = second.from(above);
    for (size_t j = near; j < above; ++j) {
      if (++decided % kDecided == 0) poll();
      const auto counts = decide(first[i].id, second[j].id);
      if (counts.value_or(false)) own += second[j].mass;
      if (!counts) open += first[i].mass * second[j].mass;
    }
    sum += first[i].mass * own;
  }
  return sum + bound<"HALF-SUMS">(Ball::zero_to(UpperBound::of(open), p));
}

}  // namespace plumbline
