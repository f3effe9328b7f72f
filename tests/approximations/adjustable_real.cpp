#include "verify/approximations/numerics/adjustable_real.hpp"

#include <cmath>

#include "tests/approximations/helpers.hpp"
#include "tests/support.hpp"
#include "verify/approximations/methods/clt_v.hpp"
#include "verify/approximations/methods/saddle_point.hpp"
#include "verify/approximations/methods/type_method.hpp"
#include "verify/approximations/numerics/panels.hpp"
#include "verify/approximations/steps/edgeworth_law.hpp"

using namespace plumbline;
using namespace plumbline::approximations;
using plumbline::testing::iterations;
using plumbline::testing::Random;

namespace {

constexpr Bits kWide{256};

/// Returns the relative error of Boost's 50 digits against MPFR's 256 bits.
double apart(const HighPrecision& witness, const AdjustableReal& x) {
  return relative_error(witness, HighPrecision(decimal_text(x)));
}

std::string random_mechanism(Random& random) {
  const auto number = [&](double a, double b) { return Random::text(random.log_uniform(a, b)); };
  const std::string count = "^" + std::to_string(random.integer(5, 500));
  switch (random.integer(0, 3)) {
    case 0:
      return "gaussian(sigma=" + number(2, 20) + ")" + count;
    case 1:
      return "laplace(b=" + number(2, 20) + ")" + count;
    case 2:
      return "subsampled_laplace(b=" + number(0.5, 5) + ",p=" + number(1e-3, 0.5) + ")" + count;
    default:
      return "subsampled_gaussian(sigma=" + number(0.5, 5) + ",p=" + number(1e-3, 0.5) + ")" +
             count;
  }
}

template <class Real>
EdgeworthPair<Real> expansion(const std::vector<StepLaw>& laws, int order) {
  return {total_cumulants<Real>(laws, Measure::P), total_cumulants<Real>(laws, Measure::Q), order,
          false};
}

}  // namespace

TEST_CASE("adjustable real: belongs to a run, and runs do not mix", "[approximations][wide]") {
  CHECK_THROWS_AS(AdjustableReal(1), std::logic_error);
  const WorkingPrecision outer(Bits{128});
  const AdjustableReal third = AdjustableReal(1) / 3;
  AdjustableReal kept;
  {
    const WorkingPrecision inner(Bits{300});
    const AdjustableReal finer = AdjustableReal(1) / 3;
    CHECK(finer.precision() == Bits{300});
    CHECK(agreeing_digits(third, finer) == 38);
    CHECK_THROWS_AS(third + finer, std::logic_error);
    CHECK_THROWS_AS(third < finer, std::logic_error);
    kept = finer;
  }
  CHECK(kept.precision() == Bits{300});
  CHECK(AdjustableReal(2).precision() == Bits{128});
  CHECK(exp(kept).precision() == Bits{300});
}

TEST_CASE("adjustable real: copies, moves and conversions", "[approximations][wide]") {
  const WorkingPrecision run(Bits{128});
  AdjustableReal a(7), b = std::move(a);
  a = b;  // a moved-from object can be assigned to
  CHECK(a == 7);
  std::swap(a, b);
  CHECK(a + b == 14);
  a = std::move(b);
  b = AdjustableReal("-2.75");
  CHECK(static_cast<long>(b) == -2);
  CHECK(static_cast<int>(floor(b)) == -3);
  CHECK(static_cast<double>(b) == -2.75);
  CHECK(static_cast<unsigned long>(abs(b)) == 2);
  CHECK(b.str(10) == "-2.75");
  CHECK_THROWS_AS(AdjustableReal("1.2.3"), std::invalid_argument);
  const AdjustableReal nan = std::numeric_limits<AdjustableReal>::quiet_NaN();
  CHECK(isnan(nan));
  CHECK_FALSE(nan == nan);
  CHECK_FALSE(nan < 1);
  CHECK_FALSE(isfinite(std::numeric_limits<AdjustableReal>::infinity()));
  CHECK(1 + std::numeric_limits<AdjustableReal>::epsilon() > 1);
  CHECK(1 + std::numeric_limits<AdjustableReal>::epsilon() / 2 == 1);
}

TEST_CASE("adjustable real: functions as Boost computes them", "[approximations][wide][property]") {
  const WorkingPrecision run(kWide);
  Random random(11);
  for (int k = 0; k < iterations(40); ++k) {
    const std::string text = Random::text(random.log_uniform(1e-12, 12));
    const HighPrecision x(text), share = x / 13;
    const AdjustableReal y(text), part = y / 13;
    CAPTURE(text);
    CHECK(apart(normal_above(x), normal_above(y)) < 1e-45);
    CHECK(apart(normal_below(x), normal_below(y)) < 1e-45);
    CHECK(apart(normal_density(x), normal_density(y)) < 1e-45);
    CHECK(apart(expm1(x), expm1(y)) < 1e-47);
    CHECK(apart(log1p(x), log1p(y)) < 1e-47);
    CHECK(apart(log1p_minus(share), log1p_minus(part)) < 1e-45);
    CHECK(apart(log1p_minus(HighPrecision(-share)), log1p_minus(AdjustableReal(-part))) < 1e-45);
    CHECK(apart(normal_upper_quantile(share), normal_upper_quantile(part)) < 1e-40);
    // The quantile function inverts the tail, on both sides of 1/2.
    for (const AdjustableReal& alpha : {part, AdjustableReal(1 - part)}) {
      const AdjustableReal back = normal_above(AdjustableReal(normal_upper_quantile(alpha)));
      CHECK(agreeing_digits(back, alpha) > 70);
    }
  }
  CHECK(apart(constants::root_two_pi<HighPrecision>(), constants::root_two_pi<AdjustableReal>()) <
        1e-49);
  CHECK(apart(constants::ln_ten<HighPrecision>(), constants::ln_ten<AdjustableReal>()) < 1e-49);
}

TEST_CASE("adjustable real: far tails and tiny arguments", "[approximations][wide]") {
  const WorkingPrecision run(kWide);
  const AdjustableReal tiny("1e-200"), least("1e-5000");
  CHECK(agreeing_digits(log1p_minus(tiny), AdjustableReal(-tiny * tiny / 2)) > 70);
  CHECK(log1p_minus(AdjustableReal(0)) == 0);
  const AdjustableReal x = normal_upper_quantile(least);  // smaller than any double
  CHECK(agreeing_digits(normal_above(x), least) > 70);
  // Uses a continued fraction instead of erfc.
  for (const char* far : {"12.5", "20", "47", "300"}) {
    CHECK(apart(normal_above(HighPrecision(far)), normal_above(AdjustableReal(far))) < 1e-44);
  }
  CHECK(isnan(normal_upper_quantile(AdjustableReal(2))));
  CHECK(normal_upper_quantile(AdjustableReal(1)) ==
        -std::numeric_limits<AdjustableReal>::infinity());
}

TEST_CASE("adjustable real: Gauss rules are exact for polynomials", "[approximations][wide]") {
  const long bits = GENERATE(128, 256, 512);
  const WorkingPrecision run(Bits{bits});
  const auto points = static_cast<int>(2 * gauss_rule<AdjustableReal>().abscissa.size());
  CHECK(points >= bits / 5);
  for (const int degree : {0, 2, 20, 2 * points - 2}) {
    AdjustableReal sum(0);
    gauss_panels<AdjustableReal>(-1, 1, 2, [&](const AdjustableReal& x, const AdjustableReal& w) {
      AdjustableReal power = w;
      for (int k = 0; k < degree; ++k) power *= x;
      sum += power;
    });
    CAPTURE(bits, degree);
    // Two panels on [-1, 1], joined at 0.
    CHECK(agreeing_digits(sum, AdjustableReal(2) / (degree + 1)) >= digits_of(Bits{bits}) - 4);
  }
}

TEST_CASE("adjustable real: roots to all digits", "[approximations][wide]") {
  const long bits = GENERATE(128, 1024);
  const WorkingPrecision run(Bits{bits});
  const std::function<AdjustableReal(const AdjustableReal&)> g = [](const AdjustableReal& x) {
    return AdjustableReal(exp(x) - 2);
  };
  const AdjustableReal root = bracketed_root<AdjustableReal>(g, 0, 5, g(0), g(5));
  CHECK(agreeing_digits(root, log(AdjustableReal(2))) >= digits_of(Bits{bits}) - 2);
  const std::function<AdjustableReal(const AdjustableReal&)> cube = [](const AdjustableReal& x) {
    return AdjustableReal(x * x * x);
  };
  const AdjustableReal zero = bracketed_root<AdjustableReal>(cube, -3, 4, cube(-3), cube(4));
  CHECK(abs(zero) < AdjustableReal("1e-30"));
}

TEST_CASE("adjustable real: the methods' parts as in Boost's 50 digits",
          "[approximations][wide][property][slow]") {
  const WorkingPrecision run(kWide);
  Random random(12);
  for (int k = 0; k < iterations(12); ++k) {
    const std::string mechanism = random_mechanism(random);
    const std::vector<StepLaw> laws = step_laws(Composition::parse(mechanism));
    CAPTURE(mechanism);
    const auto fifty = clt_band<HighPrecision>(laws, Measure::Q);
    const auto wide = clt_band<AdjustableReal>(laws, Measure::Q);
    CHECK(apart(fifty.mu, wide.mu) < 1e-40);
    CHECK(apart(fifty.gamma, wide.gamma) < 1e-40);
    const int order = random.integer(0, 4);
    const auto one = expansion<HighPrecision>(laws, order);
    const auto other = expansion<AdjustableReal>(laws, order);
    CHECK(apart(one.delta(HighPrecision("0.3")), other.delta(AdjustableReal("0.3"))) < 1e-35);
    CHECK(apart(one.bayes(HighPrecision("0.4")), other.bayes(AdjustableReal("0.4"))) < 1e-38);
    CHECK(apart(one.tradeoff(HighPrecision("0.2")), other.tradeoff(AdjustableReal("0.2"))) < 1e-38);
  }
}

TEST_CASE("adjustable real: saddle points and types as in Boost's 50 digits",
          "[approximations][wide]") {
  const WorkingPrecision run(kWide);
  const auto laws = step_laws(Composition::parse("subsampled_gaussian(sigma=1,p=0.1)^200"));
  const LossTransform<HighPrecision> K(laws, kSaddleReach);
  const LossTransform<AdjustableReal> L(laws, kSaddleReach);
  const SaddlePair<HighPrecision> one(K, false, 2);
  const SaddlePair<AdjustableReal> other(L, false, 2);
  CHECK(apart(one.delta(HighPrecision(1)), other.delta(AdjustableReal(1))) < 1e-40);
  const auto fifty = type_deltas(HighPrecision("0.2"), HighPrecision("0.9"), 12);
  const auto wide = type_deltas(AdjustableReal("0.2"), AdjustableReal("0.9"), 12);
  for (size_t j = 0; j + 1 < wide.size(); ++j) CHECK(apart(fifty[j], wide[j]) < 1e-45);
}
