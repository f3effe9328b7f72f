/// Polygons of points compared with a trade-off function: below it, above it, and with planted errors.
#include "reference/quantities/comparison/whole_curve.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const char* const kCurvePair = "gaussian(sigma=1)";

/// Returns the values of f at alpha = k/n, shifted and limited to [0, 1]: chords of f are above f.
std::vector<PolygonPoint> dots_of(int n, double moved) {
  PrivacyProfile profile(Composition::parse(kCurvePair), Direction::forward);
  std::vector<PolygonPoint> out;
  for (int k = 0; k <= n; ++k) {
    const Rational alpha(k, static_cast<unsigned long>(n));
    const double beta = tradeoff(profile, alpha, Effort{20}).value().approximate() + moved;
    out.push_back({alpha, Rational::from_binary64(std::clamp(beta, 0.0, 1.0))});
  }
  return out;
}

/// Returns the intersections of tangents of f at thresholds k/16, lowered: a polygon below f.
std::vector<PolygonPoint> tangents_of(double lowered) {
  PrivacyProfile profile(Composition::parse(kCurvePair), Direction::forward);
  const auto height = [&](double t) {
    return profile.one_minus_delta(Real(Rational::from_binary64(t)), Effort{20})
        .value.approximate();
  };
  std::vector<PolygonPoint> out;
  for (double t = 3; t > -3; t -= 1.0 / 16) {
    const double s = std::exp(t), next = std::exp(t - 1.0 / 16);
    const double alpha = (height(t) - height(t - 1.0 / 16)) / (s - next);
    out.push_back(
        {Rational::from_binary64(alpha), Rational::from_binary64(height(t) - s * alpha - lowered)});
  }
  return out;
}

WholeProfile judged_curve(const std::vector<PolygonPoint>& points, ProfileSide side,
                          bool points_alone = false) {
  PrivacyProfile profile(Composition::parse(kCurvePair), Direction::forward);
  return judge_whole_curve(profile, points, side, points_alone, Effort{18});
}

}  // namespace

TEST_CASE("whole curve: chords are above, tangents below, and not the other way round",
          "[quantities][profile][CURVE-LINES][CURVE-POINTS]") {
  const auto chords = dots_of(50, 1e-12), tangents = tangents_of(1e-12);
  CHECK(judged_curve(chords, ProfileSide::optimistic).state == PlaceState::holds);
  CHECK(judged_curve(tangents, ProfileSide::pessimistic).state == PlaceState::holds);
  const WholeProfile above = judged_curve(chords, ProfileSide::pessimistic);
  CHECK(above.state == PlaceState::fails);
  CHECK(above.open == 0);
  const WholeProfile below = judged_curve(tangents, ProfileSide::optimistic);
  CHECK(below.state == PlaceState::fails);
  CHECK(below.failing == below.places.size());
}

TEST_CASE("whole curve: a line that touches f between its points alone is above it",
          "[quantities][profile][CURVE-LINES]") {
  // Both points are slightly below f; the chord between them is not.
  const auto two = std::vector<PolygonPoint>{dots_of(10, -1e-9)[2], dots_of(10, -1e-9)[3]};
  const WholeProfile found = judged_curve(two, ProfileSide::pessimistic);
  REQUIRE(found.state == PlaceState::fails);
  CHECK(found.grade == FailureGrade::beyond_rounding);
  const bool inside = *found.places[0].loss > two[0].alpha && *found.places[0].loss < two[1].alpha;
  CHECK(inside);
}

TEST_CASE(
    "whole curve: an error of 1e-9 in one beta is found and located, 20 times of 20 on each side",
    "[quantities][profile][slow][CURVE-LINES][CURVE-POINTS]") {
  std::mt19937_64 draws(17);
  for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
    const bool above = side == ProfileSide::optimistic;
    const auto sound = above ? dots_of(60, 1e-14) : tangents_of(1e-14);
    for (int i = 0; i < 20; ++i) {
      auto wrong = sound;
      const size_t at = 1 + draws() % (wrong.size() - 2);
      const Rational error(above ? -1 : 1, 1000000000);
      wrong[at].beta = wrong[at].beta + error;
      const WholeProfile found = judged_curve(wrong, side);
      REQUIRE(found.state == PlaceState::fails);
      for (const ProfilePlace& one : found.places) {
        const bool near = one.index == at || (!above && one.index + 1 == at);
        if (one.grade == FailureGrade::beyond_rounding) CHECK(near);
      }
    }
  }
}

TEST_CASE("whole curve: points alone promise nothing between them",
          "[quantities][profile][CURVE-POINTS][CURVE-TANGENTS]") {
  const auto below = dots_of(10, -1e-9), above = dots_of(10, 1e-9);
  CHECK(judged_curve(below, ProfileSide::pessimistic).state == PlaceState::fails);
  CHECK(judged_curve({below.begin(), below.end() - 1}, ProfileSide::pessimistic, true).state ==
        PlaceState::holds);
  CHECK(judged_curve(above, ProfileSide::pessimistic, true).state == PlaceState::fails);
}

TEST_CASE("whole curve: rising lines, and points outside the square", "[quantities][profile]") {
  const Rational zero(0), half(1, 2), one(1);
  CHECK(judged_curve({{zero, zero}, {one, zero}}, ProfileSide::pessimistic).state ==
        PlaceState::holds);
  CHECK(judged_curve({{zero, zero}, {half, half}}, ProfileSide::pessimistic).state ==
        PlaceState::fails);
  CHECK_THROWS_AS(judged_curve({{zero, one}}, ProfileSide::pessimistic), std::invalid_argument);
  CHECK_THROWS_AS(judged_curve({{half, one}, {half, zero}}, ProfileSide::pessimistic),
                  std::invalid_argument);
  CHECK_THROWS_AS(judged_curve({{zero, Rational(2)}, {one, zero}}, ProfileSide::pessimistic),
                  std::invalid_argument);
}
