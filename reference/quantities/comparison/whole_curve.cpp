#include "reference/quantities/comparison/whole_curve.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/comparison/curve_tangents.hpp"
#include "reference/quantities/comparison/profile_excess.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {
namespace {

constexpr Bits kCurveBits{320};
constexpr int kMostCurveDigits = 72;
constexpr int kSlopeDigits = 12;

void require_points(const std::vector<PolygonPoint>& points) {
  if (points.size() < 2) throw std::invalid_argument("a trade-off curve has at least two points");
  const Rational zero(0), one(1);
  for (size_t i = 0; i < points.size(); ++i) {
    const auto& [alpha, beta] = points[i];
    if (alpha < zero || alpha > one || beta < zero || beta > one) {
      throw std::invalid_argument("the point " + alpha.text() + ", " + beta.text() +
                                  " is outside [0, 1]");
    }
    if (i > 0 && points[i - 1].alpha >= alpha) {
      throw std::invalid_argument("alphas must increase, but " + alpha.text() + " comes after " +
                                  points[i - 1].alpha.text());
    }
  }
}

class CurveJudge {
 public:
  CurveJudge(PrivacyProfile& profile, const std::vector<PolygonPoint>& points, ProfileSide side,
             bool points_alone)
      : profile_(profile),
        points_(points),
        side_(side),
        by_points_(points_alone || side == ProfileSide::optimistic),
        tangents_(profile) {}

  std::vector<ProfilePlace> judge(const Effort& effort) {
    std::vector<ProfilePlace> places;
    for (size_t i = 0; i + (by_points_ ? 0 : 1) < points_.size(); ++i) {
      places.push_back(judge_one(i, effort));
    }
    return places;
  }

  /// Returns an enclosure of the largest shortfall at a judged point or on a judged line.
  Ball excess(const ProfilePlace& place, const Effort& effort) {
    const Ball none(kCurveBits);
    if (place.state == PlaceState::holds) return none;
    const size_t i = place.index;
    if (by_points_ || slope(i).sign() <= 0) return place.shortfall;
    Ball seen = place.state == PlaceState::fails ? place.shortfall : none;
    for (const PolygonPoint& end : {points_[i], points_[i + 1]}) {
      const ProfilePlace one = point(i, end, effort);
      if (certainly_positive(one.shortfall)) seen = max(seen, one.shortfall);
    }
    const ProfilePlace inner = inner_point(i, line_threshold(i), effort);
    if (certainly_positive(inner.shortfall)) seen = max(seen, inner.shortfall);
    const Ball highest(points_[i].beta, kCurveBits);
    const Ball lowest = tradeoff(profile_, points_[i + 1].alpha, effort).value();
    return Ball::hull(seen,
                      bound_number<"CURVE-EXCESS">(min(above_line(i, effort), highest - lowest)));
  }

  ProfilePlace judge_one(size_t i, const Effort& effort) {
    ProfilePlace place = at(i, effort);
    Effort sharper = effort;
    while (place.state == PlaceState::open && 2 * sharper.digits <= kMostCurveDigits) {
      sharper.digits *= 2;
      place = at(i, sharper);
    }
    return place;
  }

 private:
  ProfilePlace at(size_t i, const Effort& effort) {
    effort.poll();
    ProfilePlace out = by_points_ ? point(i, points_[i], effort) : line(i, effort);
    out.index = i;
    if (!out.loss) out.loss = points_[i].alpha;
    const Ball zero(kCurveBits);
    out.state = certainly_positive(out.shortfall)        ? PlaceState::fails
                : certainly_at_most(out.shortfall, zero) ? PlaceState::holds
                                                         : PlaceState::open;
    if (out.state == PlaceState::fails) out.grade = grade_of(out);
    return out;
  }

  /// Judges a point. The shortfall is its vertical distance from f, positive if it violates the promise.
  ProfilePlace point(size_t i, const PolygonPoint& at, const Effort& effort) {
    const Ball stated(at.beta, kCurveBits);
    if (side_ == ProfileSide::pessimistic && tangents_.below(at, effort)) {
      return {i, stated, Ball::indeterminate(kCurveBits), Ball(kCurveBits), at.alpha};
    }
    const Ball truth = tradeoff(profile_, at.alpha, effort).value();
    const bool below = side_ == ProfileSide::optimistic;
    return {i, stated, truth, below ? truth - stated : stated - truth, at.alpha};
  }

  /// Returns minus the slope of the line from the i-th point to the next.
  Rational slope(size_t i) const {
    const PolygonPoint &from = points_[i], &to = points_[i + 1];
    return (from.beta - to.beta) / (to.alpha - from.alpha);
  }
  /// Returns the value at alpha = 0 of the line from the i-th point to the next.
  Rational line_height(size_t i) const { return points_[i].beta + slope(i) * points_[i].alpha; }
  /// Returns the threshold of the tangent of f that is parallel to the line.
  Real line_threshold(size_t i) const {
    return Real([s = slope(i)](Bits p) { return log(Ball(s, p)); });
  }
  /// Returns the height of the line above the parallel tangent of f.
  Ball above_line(size_t i, const Effort& effort) {
    return Ball(line_height(i), kCurveBits) -
           profile_.one_minus_delta(line_threshold(i), effort).value;
  }

  /// Judges the line from the i-th point to the next against f.
  ProfilePlace line(size_t i, const Effort& effort) {
    const PolygonPoint &from = points_[i], &to = points_[i + 1];
    if (slope(i).sign() <= 0) return point(i, to, effort);
    const Real threshold = line_threshold(i);
    const Ball room = profile_.one_minus_delta(threshold, effort).value;
    const Ball height(line_height(i), kCurveBits);
    ProfilePlace out{i, height, room, height - room};
    if (proved<"CURVE-LINES">(certainly_at_most(height, room))) {
      out.shortfall = -abs(out.shortfall);
      return out;
    }
    for (const PolygonPoint& end : {from, to}) {
      const ProfilePlace failing = point(i, end, effort);
      if (certainly_positive(failing.shortfall)) return failing;
    }
    return inner_point(i, threshold, effort);
  }

  /// Judges the point of the line that is furthest above f. Its alpha is approximately the level at which f has the
  /// slope of the line.
  ProfilePlace inner_point(size_t i, const Real& threshold, const Effort& effort) {
    const PolygonPoint &from = points_[i], &to = points_[i + 1];
    Effort rough = effort;
    rough.digits = kSlopeDigits;
    const Ball level = profile_.approximate_rejection_rate(threshold, rough);
    const Rational low = from.alpha, high = to.alpha;
    const Rational alpha =
        std::clamp(Rational::from_binary64(std::clamp(level.approximate(), 0.0, 1.0)), low, high);
    const Rational beta = from.beta + (alpha - low) * (to.beta - from.beta) / (high - low);
    ProfilePlace out = point(i, {alpha, beta}, effort);
    if (!certainly_positive(out.shortfall)) out.shortfall = Ball::indeterminate(kCurveBits);
    return out;
  }

  /// Grades a failure by its size. The rounding errors of a sum of as many doubles as there are points are proportional
  /// to beta of the point (`rounding`) or to 1 (`transform_rounding`); larger failures are beyond rounding.
  FailureGrade grade_of(const ProfilePlace& place) const {
    const long count = static_cast<long>(points_.size()) + 1;
    const Ball unit = Ball(power(Rational(1, 2), 50), kCurveBits) * count;
    if (certainly_at_most(place.shortfall, unit * abs(place.stated))) {
      return FailureGrade::rounding;
    }
    return certainly_at_most(place.shortfall, unit) ? FailureGrade::transform_rounding
                                                    : FailureGrade::beyond_rounding;
  }

  PrivacyProfile& profile_;
  const std::vector<PolygonPoint>& points_;
  const ProfileSide side_;
  const bool by_points_;
  CurveTangents tangents_;
};

}  // namespace

// BOUND(CURVE-LINES)
// Statement.  Let f be the trade-off function of a pair in a direction, and g the polygon of the points (a_i, b_i),
//             a_0 < ... < a_n. Let s = (b_i - b_{i+1})/(a_{i+1} - a_i) and c = b_i + s a_i. On [a_i, a_{i+1}], g <= f
//             if s > 0 and c <= 1 - delta(log s), or if s <= 0 and b_{i+1} <= f(a_{i+1}). It is not if b > f(a) at a
//             point (a, b) of that line.
// Needs.      1 - delta(t) = min over a in [0, 1] of f(a) + e^t a; f decreases.
// Proof.      The line is c - s a, and c - s a <= f(a) for every a in [0, 1] iff c <= min f(a) + s a. If s <= 0, the
//             line is at most b_{i+1} on the piece, and f is at least f(a_{i+1}) there.
// Source.     Elementary: conjugates (Dong, Roth and Su 2022, Proposition 6).

// BOUND(CURVE-POINTS)
// Statement.  Let g be the polygon of the points (a_i, b_i), a_0 < ... < a_n. Then g >= f on [a_0, a_n] iff b_i >=
//             f(a_i) for each i. The step function that is b_{i+1} on (a_i, a_{i+1}] and b_0 at a_0 is at most f
//             there iff b_i <= f(a_i) for each i.
// Needs.      f is convex and decreases.
// Proof.      On each piece a convex function is below its chord. This chord is below the line of g if its ends are.
//             On (a_i, a_{i+1}], f is at least f(a_{i+1}), which it attains.
// Source.     Elementary.
WholeProfile judge_whole_curve(PrivacyProfile& profile, const std::vector<PolygonPoint>& points,
                               ProfileSide side, bool points_alone, const Effort& effort) {
  require_points(points);
  WholeProfile out;
  out.places = CurveJudge(profile, points, side, points_alone).judge(effort);
  summarize_places(
      out, side == ProfileSide::pessimistic ? [](bool holds) { return holds; } : [](bool holds) {
        return proved<"CURVE-POINTS">(holds);
      });
  return out;
}

ProfilePlace judge_curve_place(PrivacyProfile& profile, const std::vector<PolygonPoint>& points,
                               ProfileSide side, bool points_alone, size_t index,
                               const Effort& effort) {
  require_points(points);
  return CurveJudge(profile, points, side, points_alone).judge_one(index, effort);
}

// BOUND(CURVE-EXCESS)
// Statement.  Let g be the polygon of the points (a_i, b_i), s = (b_i - b_{i+1})/(a_{i+1} - a_i) and c = b_i + s a_i.
//             On [a_i, a_{i+1}] the supremum of g - f is at least its value at each a of the interval. If s > 0, it
//             is at most c - (1 - delta(log s)), and at most b_i - f(a_{i+1}). If s <= 0, it is b_{i+1} - f(a_{i+1}).
//             The supremum of f - g is the largest of its values at the points. The supremum of the step function of
//             CURVE-POINTS minus f is the largest b_i - f(a_i).
// Needs.      1 - delta(t) = min over a in [0, 1] of f(a) + e^t a; f is convex and decreases.
// Proof.      c - s a - f(a) <= c - min (f(a) + s a), which is CURVE-LINES with a remainder. On the piece g is at
//             most b_i, and f is at least f(a_{i+1}). If s <= 0, g and -f both increase. f - g is convex on each
//             piece, so that its maximum is at an end. The step function is constant on each (a_i, a_{i+1}], where f
//             is smallest at a_{i+1}.
// Source.     Elementary.
Ball curve_excess(PrivacyProfile& profile, const std::vector<PolygonPoint>& points,
                  ProfileSide side, bool points_alone, const WholeProfile& found,
                  const Effort& effort) {
  Ball out(kCurveBits);
  if (found.state == PlaceState::holds) return out;
  CurveJudge judge(profile, points, side, points_alone);
  for (const ProfilePlace& place : found.places) out = max(out, judge.excess(place, effort));
  return out;
}

}  // namespace plumbline
