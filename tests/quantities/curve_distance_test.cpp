#include "reference/quantities/comparison/curve_distance.hpp"

#include <cmath>

#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

namespace plumbline {
namespace {

using namespace testing;

/// Phi(Phi^-1(1 - alpha) - mu) with its slopes, directly from the special functions of balls.
class Gauss final : public ComparedCurve {
 public:
  explicit Gauss(const std::string& mu) : mu_(number(mu)) {}
  Ball value(const Rational& alpha, Bits p) const override {
    if (alpha.is_zero() || alpha == Rational(1)) return Ball(Rational(1) - alpha, p);
    return normal_cdf(-normal_quantile(Ball(alpha, p)) - Ball(mu_, p));
  }
  Ball slopes(const Rational& a, const Rational& b, Bits p) const override {
    if (a.is_zero() || b == Rational(1)) return Ball::indeterminate(p);
    return Ball::hull(slope(a, p), slope(b, p));
  }

 private:
  Ball slope(const Rational& alpha, Bits p) const {
    const Ball mu(mu_, p);
    return -exp(-(normal_quantile(Ball(alpha, p)) * mu) - square(mu) / 2);
  }
  Rational mu_;
};

CurveDistance distance(const std::string& mechanism, const ComparedCurve& g, double digits = 3,
                       double negligible = 1e-15) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
  TradeoffValues f(profile, Effort{});
  CurveDistanceLimits limits;
  limits.digits = digits;
  limits.negligible = negligible;
  return curve_distance(f, g, limits);
}

TEST_CASE("slope cone: bounds functions of known slopes", "[quantities][curves][SLOPE-CONE]") {
  // d(x) = A sin(k x + c) + B x on [a, b]: slopes between B - A k and B + A k, attained on long intervals.
  Random random(11);
  double tightest = 1e9;
  for (int i = 0; i < iterations(300); ++i) {
    const double A = random.uniform(0.1, 2), k = random.uniform(0.5, 20), c = random.uniform(0, 6);
    const double B = random.uniform(-5, 5), a = random.uniform(-1, 1);
    const double width = random.log_uniform(1e-3, 1);
    const auto d = [&](double x) { return A * std::sin(k * x + c) + B * x; };
    double most = -1e9;
    for (int j = 0; j <= 400; ++j) most = std::max(most, d(a + width * j / 400));
    const double split = i % 10 == 0 ? (i % 20 == 0 ? 0 : 1) : random.uniform(0, 1);
    const Bits p{128};
    const auto exactly = [&](double x) { return Ball::from_binary64(x, p); };
    const Ball bound = slope_cone(exactly(d(a)), exactly(d(a + width)), exactly(width),
                                  exactly(B - A * k), exactly(B + A * k), split);
    const double upper = bound.upper().approximate();
    CHECK(upper >= most - 1e-12);
    tightest = std::min(tightest, upper - most);
  }
  CHECK(tightest < 1e-3);  // the bound is tight for some
}

TEST_CASE("slope cone: a side without a slope is left alone", "[quantities][curves][SLOPE-CONE]") {
  const Bits p{128};
  const Ball one = Ball::integer(1, p), two = Ball::integer(2, p), none = Ball::indeterminate(p);
  // With the slope bound >= -1 only: at most d(b) + width, from b.
  CHECK(slope_cone(one, two, one, -one, none, 0).approximate() == 3);
  CHECK(slope_cone(one, two, one, none, one, 1).approximate() == 2);
  CHECK_FALSE(slope_cone(one, two, one, none, one, 0.5).is_finite());
}

TEST_CASE("neighbour chords enclose the slopes of trade-off functions",
          "[quantities][curves][NEIGHBOUR-CHORDS][sweep]") {
  for (const std::string mechanism :
       {"gaussian(sigma=1)", "laplace(b=1)", "subsampled_gaussian(sigma=1,p=0.2)^5"}) {
    PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
    TradeoffValues f(profile, Effort{});
    Random random(3);
    double loosest = 0;
    for (int i = 0; i < testing::of_sweep(4, 8); ++i) {
      std::vector<double> level;
      for (int k = 0; k < 6; ++k) level.push_back(random.uniform(0, 1));
      std::sort(level.begin(), level.end());
      const auto chord = [&](size_t j, size_t k) {
        const Rational x = Rational::from_binary64(level[j]), y = Rational::from_binary64(level[k]);
        return (f.at(y) - f.at(x)) / Ball(y - x, Bits{128});
      };
      CHECK_FALSE(certainly_less(chord(2, 3), chord(0, 1)));
      CHECK_FALSE(certainly_less(chord(4, 5), chord(2, 3)));
      CHECK_FALSE(certainly_positive(chord(4, 5)));
      loosest = std::max(loosest, (chord(4, 5) - chord(0, 1)).approximate());
    }
    CHECK(loosest > 0.1);  // strictly convex somewhere
  }
}

TEST_CASE("curve distance: two gaussians in closed form", "[quantities][curves]") {
  // sup |Phi(z - 1) - Phi(z - 11/10)| = 2 Phi(1/20) - 1, at z = 21/20.
  const CurveDistance found = distance("gaussian(sigma=1)", Gauss("1.1"), 6);
  const Ball exact = normal_cdf(ball("1/20")) * 2 - 1;
  CHECK(found.reached);
  CHECK(found.distance.contains(exact));
  CHECK(found.distance.relative_digits() > 5.5);
  CHECK_FALSE(found.above);                                          // G_1.1 is below G_1
  CHECK(found.alpha.approximate() == Approx(0.14686).margin(1e-2));  // 1 - Phi(1.05)
  CHECK(found.points < 2000);
}

TEST_CASE("curve distance: the side and the place where the distance is largest",
          "[quantities][curves]") {
  const CurveDistance above = distance("gaussian(sigma=1)", Gauss("0.9"));
  CHECK(above.above);
  CHECK(above.alpha.approximate() == Approx(0.1711).margin(0.03));  // 1 - Phi(0.95)
}

TEST_CASE("curve distance: a curve against itself is negligible or says how near it came",
          "[quantities][curves]") {
  const CurveDistance same = distance("gaussian(sigma=2)^4", Gauss("1"), 2, 1e-4);
  CHECK(same.distance.contains(Rational(0)));
  CHECK(certainly_less(same.distance, ball("1e-4")));
}

TEST_CASE("curve distance: no grid would see a narrow spike", "[quantities][curves][slow]") {
  // f minus a tent of height 1e-5 and width 2e-5 around alpha = 0.123457; it is still nonincreasing, because f has a
  // slope below -1 there.
  class Spiked final : public ComparedCurve {
   public:
    Ball value(const Rational& alpha, Bits p) const override {
      return base_.value(alpha, p) - tent(Ball(alpha, p), p);
    }
    Ball slopes(const Rational& a, const Rational& b, Bits p) const override {
      const Ball base = base_.slopes(a, b, p);
      const Rational first = number("0.123447"), last = number("0.123467");
      if (b < first || last < a || !base.is_finite()) return base;
      return base + Ball::hull(ball("-1", p), ball("1", p));
    }

   private:
    static Ball tent(const Ball& alpha, Bits p) {
      const Ball height = ball("1e-5", p) - abs(alpha - ball("0.123457", p));
      return max(height, Ball(p));
    }
    Gauss base_{"1"};
  };
  const CurveDistance found = distance("gaussian(sigma=1)", Spiked(), 2);
  CHECK(found.distance.contains(number("1e-5")));
  CHECK(certainly_at_most(found.distance, ball("1.02e-5")));
}

TEST_CASE("trade-off function: levels near 1 of a loss bounded below without an atom there",
          "[quantities][curves]") {
  // The curve of the reversed pair is the inverse: f_rev(f(alpha)) = alpha.
  const Composition sgm = Composition::parse("subsampled_gaussian(sigma=1,p=0.1)^100");
  PrivacyProfile forward(sgm, Direction::forward), reverse(sgm, Direction::reverse);
  const Rational alpha = number("0.9999");
  const Ball beta = tradeoff(forward, alpha, Effort{}).value();
  CHECK(beta.relative_digits() > 15);
  const Rational level = number(beta.midpoint().decimal_bounds(20).first);
  const Ball back = tradeoff(reverse, level, Effort{}).value();
  CHECK(back.approximate() == Approx(0.9999).epsilon(1e-12));
}

}  // namespace
}  // namespace plumbline
