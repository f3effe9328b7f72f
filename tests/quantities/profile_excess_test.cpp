/// The largest shortfall of distributions and curves, compared with maxima over a grid, from the error function in
/// doubles.
#include "reference/quantities/comparison/profile_excess.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/whole_curve.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr double kSigma = 1.3;

double normal_below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

/// Returns delta of gaussian(sigma=1.3).
double gaussian_delta(double t) {
  const double mu = 1 / kSigma;
  return normal_below(mu / 2 - t / mu) - std::exp(t) * normal_below(-mu / 2 - t / mu);
}

double stated_delta(const LossMasses& masses, double t) {
  double out = masses.infinite.approximate();
  for (const LossMasses::Atom& atom : masses.atoms) {
    const double loss = atom.loss.approximate();
    if (loss > t) out -= atom.mass.approximate() * std::expm1(t - loss);
  }
  return out;
}

/// Returns the maximum of a function over [first, last]: on a grid, then on a finer grid around its best point, three
/// times.
double maximum(const std::function<double(double)>& f, double first, double last) {
  double best = first;
  for (int turn = 0; turn < 4; ++turn) {
    const double step = (last - first) / 4000, from = first;
    for (int k = 0; k <= 4000; ++k) {
      if (f(from + k * step) > f(best)) best = from + k * step;
    }
    first = std::max(first, best - 2 * step);
    last = std::min(last, best + 2 * step);
  }
  return std::max(0.0, f(best));
}

Ball excess_of(const LossMasses& masses, const ProfilePromise& promise) {
  PrivacyProfile profile(Composition::parse("gaussian(sigma=1.3)"), Direction::forward);
  const Effort effort{20};
  const WholeProfile found = judge_whole_profile(profile, masses, promise, effort);
  return profile_excess(profile, masses, promise, found, effort);
}

LossMasses random_masses(std::mt19937_64& draws, double scale, double negative) {
  std::uniform_real_distribution<double> uniform(0, 1);
  LossMasses out;
  double loss = -2 * uniform(draws);
  for (int k = 0; k < 4; ++k, loss += 0.1 + uniform(draws)) {
    const double mass = (uniform(draws) - negative) * scale / 4;
    out.atoms.push_back({Rational::from_binary64(loss), Rational::from_binary64(mass)});
  }
  out.infinite = Rational::from_binary64(0.01 * uniform(draws));
  return out;
}

/// Returns the largest shortfall of a promise, in doubles.
double largest_shortfall(const LossMasses& masses, const ProfilePromise& promise) {
  const double sign = promise.side == ProfileSide::optimistic ? 1 : -1;
  const auto shortfall = [&](double t) {
    return sign * (stated_delta(masses, t) - gaussian_delta(t));
  };
  return maximum(shortfall, promise.from ? promise.from->approximate() : -30, 12);
}

bool contains(const Ball& excess, double value) {
  const Ball near =
      Ball::from_binary64(value, Bits{64}) +
      Ball::zero_to(UpperBound::of(Ball(Rational(1, 1000000000), Bits{64})), Bits{64});
  return !certainly_less(near, excess) &&
         !certainly_less(excess, near - Ball(Rational(1, 1000000000), Bits{64}));
}

}  // namespace

TEST_CASE("profile excess: positive masses, at every epsilon, as a grid finds it, to all digits",
          "[quantities][profile][PROFILE-EXCESS]") {
  std::mt19937_64 draws(23);
  int positive = 0;
  for (int i = 0; i < 30; ++i) {
    const LossMasses masses = random_masses(draws, 1.2, 0);
    for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
      const Ball excess = excess_of(masses, side);
      const double grid = largest_shortfall(masses, side);
      CAPTURE(i, grid, excess.approximate());
      CHECK(contains(excess, grid));
      if (!(grid > 1e-6)) continue;
      ++positive;
      CHECK(excess.relative_digits() >= 15);
    }
  }
  CHECK(positive > 20);
}

TEST_CASE("profile excess: masses of either sign, and epsilons from one on, contain the grid's",
          "[quantities][profile][PROFILE-EXCESS]") {
  std::mt19937_64 draws(29);
  for (int i = 0; i < 30; ++i) {
    const LossMasses masses = random_masses(draws, 1.5, i % 3 == 0 ? 0 : 0.3);
    std::optional<Rational> from;
    if (i % 2 == 0) from = Rational(i % 5 - 2, 3);
    const ProfilePromise promise{ProfileSide::optimistic, from};
    const Ball excess = excess_of(masses, promise);
    const double grid = largest_shortfall(masses, promise);
    CAPTURE(i, grid, excess.approximate());
    REQUIRE(excess.is_finite());
    CHECK(contains(excess, grid));
  }
}

TEST_CASE("profile excess: a place that is known exactly",
          "[quantities][profile][PROFILE-EXCESS]") {
  // delta_D = 1/2 at every epsilon and delta decreases to 0: the supremum is on the last line.
  LossMasses masses;
  masses.infinite = Rational(1, 2);
  masses.atoms = {{Rational(-1), Rational(1, 4)}};
  const Ball excess = excess_of(masses, ProfileSide::optimistic);
  CHECK(certainly_at_most(abs(excess - Ball(Rational(1, 2), Bits{128})),
                          Ball(power(Rational(1, 10), 25), Bits{128})));
}

TEST_CASE("curve excess: the exact distance at a corner of a curve of two lines",
          "[quantities][profile][CURVE-EXCESS]") {
  // f contains the point (q, q), q = 1/(1 + e); the excess of each line over f is largest at that corner.
  PrivacyProfile profile(Composition::parse("randomized_response(epsilon=1,k=2)"),
                         Direction::forward);
  const Effort effort{30};
  const Bits p{320};
  const Ball q = Ball::integer(1, p) / (Ball::integer(1, p) + exp(Ball::integer(1, p)));
  const std::vector<PolygonPoint> chord{{Rational(0), Rational(1)}, {Rational(1), Rational(0)}};
  WholeProfile found = judge_whole_curve(profile, chord, ProfileSide::pessimistic, false, effort);
  CHECK(found.state == PlaceState::fails);
  const Ball excess = curve_excess(profile, chord, ProfileSide::pessimistic, false, found, effort);
  const Ball exact = Ball::integer(1, p) - q * 2;
  CHECK_FALSE(certainly_less(excess, exact));
  CHECK_FALSE(certainly_less(exact, excess));
  CHECK(excess.relative_digits() >= 10);
  // A polygon below the curve, and then its points only.
  const std::vector<PolygonPoint> low{
      {Rational(0), Rational(1)}, {Rational(1, 4), Rational(1, 4)}, {Rational(1), Rational(0)}};
  found = judge_whole_curve(profile, low, ProfileSide::optimistic, false, effort);
  CHECK(found.state == PlaceState::fails);
  const Ball below = curve_excess(profile, low, ProfileSide::optimistic, false, found, effort);
  const Ball line =
      Ball::integer(1, p) - (Ball::integer(1, p) - q) / q / 4 - Ball(Rational(1, 4), p);
  CHECK_FALSE(certainly_less(below, line));
  CHECK_FALSE(certainly_less(line, below));
  CHECK(below.relative_digits() >= 20);
  found = judge_whole_curve(profile, chord, ProfileSide::pessimistic, true, effort);
  const Ball none = curve_excess(profile, chord, ProfileSide::pessimistic, true, found, effort);
  CHECK(certainly_at_most(abs(none), Ball(Bits{64})));
}
