/// Few nodes, large difference steps, early truncation: errors so large that they test their bounds.
#include "reference/mechanisms/loss_moments.hpp"

#include <boost/math/constants/constants.hpp>

#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/integer/discrete_gaussian.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;
using plumbline::testing::Random;
using Quad = witness::Real;

namespace {

constexpr Bits kBits{160};

/// Returns the error as a share of the radius of an enclosure.
double use(const Ball& value, const Ball& truth) {
  return (abs(value.midpoint() - truth) / value.radius().ball(kBits)).approximate();
}

}  // namespace

TEST_CASE("loss moments: few nodes", "[mechanisms][LOSS-MOMENTS]") {
  double most = 0;
  for (const char* epsilon : {"0.05", "0.3", "1"}) {
    for (const int tilt : {0, 1}) {
      const Mechanism m = randomized_response(number(epsilon), Rational(2));
      const Ball e = ball(epsilon), up = ball("1") / (exp(tilt == 0 ? e : -e) + 1);
      for (const double scale : {6.0, 7.0, 8.0}) {
        for (const size_t count : {size_t{3}, size_t{4}, size_t{6}}) {
          CAPTURE(epsilon, tilt, scale, count);
          const double radius = scale / number(epsilon).approximate();
          const std::vector<Ball> moments =
              loss_moments(measure_of(*m), tilt, MomentNodes{radius, 6, count}, kBits, [] {});
          REQUIRE(moments.size() == 7);
          for (size_t n = 0; n <= 6; ++n) {
            const Rational power_n(static_cast<long>(n));
            const Ball size = power(e, power_n);
            const Ball truth = n % 2 == 0 ? size : size * (up * 2 - 1);
            CHECK(overlaps(moments[n], truth));
            if (n > 0) most = std::max(most, use(moments[n], truth));
          }
        }
      }
    }
  }
  CHECK(most > 0.12);
  const Mechanism m = randomized_response(Rational(1), Rational(2));
  for (const MomentNodes& bad :
       {MomentNodes{8, 2, 2}, MomentNodes{8, 1, 5}, MomentNodes{0, 2, 5}, MomentNodes{-1, 2, 5}}) {
    CHECK_FALSE(loss_moments(measure_of(*m), 0, bad, kBits, [] {})[1].is_finite());
  }
}

TEST_CASE("third moment: the discrete Gaussian's sum ends early",
          "[mechanisms][THIRD-MOMENT-TAIL]") {
  Random random(721);
  double most = 0;
  for (int i = 0; i < testing::iterations(30); ++i) {
    const std::string sigma = Random::text(random.uniform(2, 9));
    const int tilt = random.integer(0, 1), D = random.integer(1, 2);
    const DiscreteGaussian m(number(sigma), Rational(D));
    const Quad v = Quad(sigma) * Quad(sigma);
    const auto loss = [&](int x) { return Quad((2 * Quad(x) * D - Quad(D) * D) / (2 * v)); };
    const std::string t = Random::text(random.uniform(-0.2, 0.2));
    Quad total = 0, exact = 0;
    for (int x = -200; x <= 200; ++x) {
      const Quad at = tilt == 0 ? x : x - D;
      total += exp(-Quad(x) * x / (2 * v));
      if (loss(x) > Quad(t)) exact += pow(Quad(loss(x) - Quad(t)), 3) * exp(-at * at / (2 * v));
    }
    const Ball truth = witness::as_ball(Quad(exact / total), 1e-28);
    // Truncated approximately one to three deviations beyond the threshold.
    const double s = std::stod(sigma), end = std::floor(s * random.uniform(1, 3)) + 2;
    CAPTURE(sigma, D, tilt, t, end);
    const Ball cut = third_moment_above(m, tilt, ball(t), kBits, {std::nullopt, end});
    REQUIRE(cut.is_finite());
    CHECK(overlaps(cut, truth));
    most = std::max(most, use(cut, truth));
    testing::check_meet(third_moment_above(m, tilt, ball(t), kBits), truth, 25);
    // A start that certainly omits nothing, and one that does not.
    const double first = std::floor(std::stod(t) * s * s / D + D / 2.0);
    CHECK(overlaps(third_moment_above(m, tilt, ball(t), kBits, {first, std::nullopt}), truth));
    CHECK_FALSE(third_moment_above(m, tilt, ball(t), kBits, {first + 3, std::nullopt}).is_finite());
  }
  CHECK(most > 0.11);
  // Far below the mean every term contributes.
  const DiscreteGaussian narrow(number("0.1"), Rational(1));
  CHECK(third_moment_above(narrow, 1, ball("-700"), kBits).relative_digits() > 20);
}

TEST_CASE("third moment: the Gaussian's integral ends early, or starts beside the threshold",
          "[mechanisms][THIRD-MOMENT-TAIL][THIRD-MOMENT-START]") {
  double most_tail = 0, most_start = 0;
  for (const char* sigma : {"0.5", "1", "3"}) {
    const Gaussian m(number(sigma), Rational(1));
    const Ball mu = ball("1") / ball(sigma), mean = -(square(mu) / 2);
    // E[(L - mean)_+^3] = mu^3 sqrt(2/pi) with L - mean = mu u.
    const Ball truth = square(mu) * mu * sqrt(ball("2") / Ball::pi(Bits{256}));
    testing::check_meet(third_moment_above(m, 0, mean, kBits), truth, 25);
    for (const double end : {1.5, 2.0, 3.0}) {
      const Ball cut = third_moment_above(m, 0, mean, kBits, {std::nullopt, end});
      CAPTURE(sigma, end);
      CHECK(overlaps(cut, truth));
      most_tail = std::max(most_tail, use(cut, truth));
    }
    for (const double start : {-0.5, -0.1, 0.1, 0.3, 0.6}) {
      const Ball late = third_moment_above(m, 0, mean, kBits, {start, std::nullopt});
      CAPTURE(sigma, start);
      CHECK(overlaps(late, truth));
      most_start = std::max(most_start, use(late, truth));
    }
  }
  CHECK(most_tail > 0.11);
  CHECK(most_start > 0.2);
}

TEST_CASE("transform: between distant doubles", "[mechanisms][TRANSFORM-BETWEEN]") {
  Random random(722);
  double most = 0;
  for (int i = 0; i < testing::iterations(60); ++i) {
    const std::string sigma = Random::text(random.uniform(0.5, 4));
    const Gaussian m(number(sigma), Rational(1));
    const double c1 = random.uniform(-2, 2), gap = random.uniform(0.1, 1);
    const double at[4] = {c1 - random.uniform(0.1, 1), c1, c1 + gap,
                          c1 + gap + random.uniform(0.1, 1)};
    const Rational c = Rational::from_binary64(c1 + gap * random.uniform(0, 1));
    CAPTURE(sigma, at[0], at[1], at[2], at[3], c.text());
    const Ball x(c, kBits), truth = exp(x * (x - 1) / square(ball(sigma)) / 2);
    const Ball K = transform_between(m, c, at, kBits);
    CHECK(overlaps(K, truth));
    most = std::max(most, use(log(K), log(truth)));
  }
  CHECK(most > 0.5);
  const Gaussian m(Rational(1), Rational(1));
  CHECK_FALSE(transform_between(m, Rational(1, 2), {0, 1, 2, 3}, kBits).is_finite());
  CHECK_FALSE(transform_between(m, Rational(3, 2), {0, 2, 1, 3}, kBits).is_finite());
  CHECK_FALSE(transform_between(m, Rational(3, 2), {1, 1, 2, 3}, kBits).is_finite());
  CHECK(transform_between(m, Rational(1), {0, 1, 2, 3}, kBits).is_finite());
  // An argument that is not a double but is close to one.
  const Ball near = transform_at(m, number("1.99999999999999999"), kBits);
  const Ball y = ball("1.99999999999999999");
  testing::check_meet(near, exp(y * (y - 1) / 2), 30);
}
