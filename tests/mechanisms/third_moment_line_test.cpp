/// Third moments from the transform alone, compared with those from the noise, and rules so coarse that the error is
/// visible.
#include "reference/mechanisms/third_moment_line.hpp"

#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr Bits kBits{128};

Mechanism step_of(const std::string& text) {
  return Composition::parse(text).factors()[0].mechanism;
}

/// Returns E[(t - L)_+^3] of gaussian(sigma=1) under P, where L is normal with mean -1/2 and variance 1: with x = t +
/// 1/2, (x^3 + 3x) Phi(x) + (x^2 + 2) phi(x).
Ball gaussian_below(const Ball& t) {
  const Ball x = t + Ball(Rational(1, 2), kBits), root = sqrt(Ball::integer(2, kBits));
  const Ball density = exp(-(square(x) / 2)) / (root * sqrt(Ball::pi(kBits)));
  return (square(x) * x + x * 3) * erfc(-(x / root)) / 2 + (square(x) + 2) * density;
}

}  // namespace

TEST_CASE("third moments from the transform are those from the noise",
          "[mechanisms][moments][THIRD-MOMENT-LINE]") {
  Random random(921);
  for (int i = 0; i < iterations(4); ++i) {
    const std::string sigma = Random::text(random.log_uniform(0.5, 6));
    const Mechanism step = step_of("gaussian(sigma=" + sigma + ")");
    for (const int tilt : {0, 1}) {
      const std::string at = Random::text(random.uniform(-0.5, 0.5) / number(sigma).approximate());
      CAPTURE(sigma, tilt, at);
      const Ball t = ball(at, kBits);
      const Ball found = third_moment_by_line(measure_of(*step), tilt, t, kBits);
      check_meet(found, third_moment_above(*step, tilt, t, kBits), 20);
    }
  }
}

TEST_CASE("coarse rules: third moments from the transform",
          "[mechanisms][moments][THIRD-MOMENT-LINE][slow]") {
  const Mechanism step = step_of("gaussian(sigma=1)");
  const LossMeasure& K = measure_of(*step);
  const auto use = [](const Ball& value, const Ball& truth) {
    return (abs(value.midpoint() - truth) / value.radius().ball(kBits)).approximate();
  };
  Random random(922);
  double left = 0, right = 0, cut = 0;
  for (int i = 0; i < iterations(40); ++i) {
    const std::string at = Random::text(random.uniform(-1.5, 1));
    const Ball t = ball(at, kBits), truth = gaussian_below(t);
    const double c = -random.uniform(0.5, 3);
    CAPTURE(at, c);
    // Aliasing on either side, then too few nodes.
    for (int kind = 0; kind < 3; ++kind) {
      ThirdMomentRule rule{rounded(c, 20), rounded(c * 0.5, 20), rounded(c * 1.7, 20), 0.01, 4000};
      if (kind == 0) rule.step = random.uniform(0.7, 1.4), rule.near = rounded(c * 0.1, 20);
      if (kind == 1) rule.step = random.uniform(0.7, 1.4), rule.far = rounded(c - 4, 20);
      if (kind == 2) rule.last = random.integer(60, 250);
      CAPTURE(kind, rule.step, rule.last);
      const Ball found = third_moment_below(K, 0, t, rule, kBits);
      REQUIRE(found.is_finite());
      CHECK(overlaps(found, truth));
      double& most = kind == 0 ? left : kind == 1 ? right : cut;
      most = std::max(most, use(found, truth));
    }
  }
  CHECK(left > 0.01);
  CHECK(right > 0.01);
  CHECK(cut > 0.01);
  const auto claims = [&](const ThirdMomentRule& rule) {
    return third_moment_below(K, 0, ball("0.5", kBits), rule, kBits).is_finite();
  };
  CHECK(claims({-1, -0.5, -2, 0.1, 90}));
  for (const ThirdMomentRule& bad :
       {ThirdMomentRule{}, ThirdMomentRule{-1, 0, -2, 0.1, 90},
        ThirdMomentRule{-1, -1.5, -2, 0.1, 90}, ThirdMomentRule{-1, -0.5, -0.7, 0.1, 90},
        ThirdMomentRule{-1, -0.5, -2, 0, 90}, ThirdMomentRule{-1, -0.5, -2, 0.1, 0}}) {
    CHECK_FALSE(claims(bad));
  }
  // A value of `near` so small that 1 + near would be rounded.
  CHECK_FALSE(
      third_moment_below(K, 1, ball("0.5", kBits), {-1, -0x1p-70, -2, 0.1, 90}, kBits).is_finite());
}

TEST_CASE("third moments of random allocation agree with sampled losses",
          "[mechanisms][allocation][moments][slow]") {
  Random random(923);
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - random.uniform(0, 1))) *
           std::cos(2 * M_PI * random.uniform(0, 1));
  };
  const int steps = 5, draws = 40000;
  const double mu = 1 / 1.1, t = 0.05;
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    double S = 0;
    for (int k = 0; k < steps; ++k) S += std::exp(mu * normal() - mu * mu / 2);
    const double x = std::pow(std::max(0.0, std::log(S / steps) - t), 3);
    sum += x;
    squares += x * x;
  }
  const double mean = sum / draws, error = std::sqrt((squares / draws - mean * mean) / draws);
  const Mechanism step = step_of("random_allocation(sigma=1.1,t=5)");
  const Ball found = third_moment_above(*step, 0, ball("0.05", kBits), kBits);
  CHECK(found.relative_digits() > 20);
  CHECK(std::fabs(found.approximate() - mean) < 5 * error);
  CHECK(error < 0.05 * mean);
}
