#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <ios>

#include "reference/arithmetic/real.hpp"
#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

TEST_CASE("ball: printed bounds lie outside the ball", "[arithmetic][ball]") {
  const auto [lo, hi] = ball("1/3").decimal_bounds(5);
  CHECK(lo == "0.33333");
  CHECK(hi == "0.33334");
  CHECK(ball("-1/3").decimal_bounds(3) == std::pair<std::string, std::string>("-0.334", "-0.333"));
  CHECK(ball("0").decimal_bounds(8).first == "0");
  CHECK(ball("1e-300").decimal_bounds(4).second == "1.001e-300");
  CHECK(ball("150000").decimal_bounds(2) ==
        std::pair<std::string, std::string>("150000", "150000"));
  CHECK(Ball::indeterminate(Bits{64}).decimal_bounds(3) ==
        std::pair<std::string, std::string>("-inf", "inf"));
  testing::Random random(5);
  for (int i = 0; i < testing::iterations(500); ++i) {
    const Rational x =
        Rational::from_binary64(random.uniform(-1, 1) * random.log_uniform(1e-40, 1e4));
    const Ball b = (exp(Ball(x, Bits{80})) * Ball(x, Bits{80})).at(Bits{600});
    const auto [low, high] = b.decimal_bounds(random.integer(1, 40));
    // The printed numbers, parsed exactly, enclose the ball.
    CHECK(certainly_at_most(Ball(number(low), Bits{600}), b.lower()));
    CHECK(certainly_at_most(b.upper(), Ball(number(high), Bits{600})));
  }
}

TEST_CASE("ball: the numbers at its ends are those that are printed", "[arithmetic][ball]") {
  const auto same = [](const std::optional<Rational>& end, const std::string& text) {
    if (text == "-inf" || text == "inf") return !end;
    return end && *end == number(text);
  };
  testing::Random random(6);
  for (int i = 0; i < testing::iterations(500); ++i) {
    const Rational x =
        Rational::from_binary64(random.uniform(-1, 1) * random.log_uniform(1e-200, 1e200));
    const Ball sharp(x, Bits{random.integer(10, 300)});
    const int digits = random.integer(1, 60);
    CAPTURE(x.text(), digits);
    for (const Ball& b : {sharp, widen(sharp, UpperBound::of(ball("1e-9"))), sharp.midpoint()}) {
      const auto [lower, upper] = b.decimal_ends(digits);
      const auto [low, high] = b.decimal_bounds(digits);
      CHECK(same(lower, low));
      CHECK(same(upper, high));
    }
    CHECK(decimal_near(sharp, digits) == number(sharp.midpoint().decimal_bounds(digits).first));
  }
  CHECK(ball("0").decimal_ends(3).first == Rational(0));
  const auto [none, nothing] = Ball::indeterminate(Bits{64}).decimal_ends(3);
  CHECK((!none && !nothing));
  CHECK_THROWS_AS(decimal_near(Ball::indeterminate(Bits{64}), 3), std::invalid_argument);
  // Beyond the range of the parser: the text has an exponent, but there is no number.
  const Ball tiny = exp(ball("-1e9"));
  CHECK(tiny.decimal_bounds(3).first.find("e-4342944") != std::string::npos);
  CHECK_FALSE(tiny.decimal_ends(3).first);
}

TEST_CASE("ball: zero_to is exactly [0, top]", "[arithmetic][ball]") {
  const Ball b = Ball::zero_to(UpperBound::of(ball("0.3")), Bits{64});
  CHECK(b.decimal_bounds(10).first == "0");
  CHECK(b.contains(number("0.3")));
  CHECK_FALSE(Ball::zero_to(UpperBound::infinite(), Bits{64}).is_finite());
}

TEST_CASE("ball: normal functions agree with an independent library", "[arithmetic][ball]") {
  using Real = boost::multiprecision::cpp_bin_float_50;
  testing::Random random(7);
  for (int i = 0; i < testing::iterations(100); ++i) {
    const std::string x = testing::Random::text(random.uniform(-12, 12));
    const Real exact = boost::math::erfc(Real(x) / boost::multiprecision::sqrt(Real(2))) / 2;
    const Rational shown = number(exact.str(40, std::ios_base::scientific));
    const Ball survival = normal_survival(ball(x));
    const Ball error = abs(survival / Ball(shown, Bits{256}) - 1);
    CHECK(certainly_less(error, ball("1e-35")));
    CHECK(survival.relative_digits() >= 60);
  }
}

TEST_CASE("ball: normal quantile encloses the inverse and is sharp", "[arithmetic][ball]") {
  for (const char* p : {"1e-300", "1e-30", "1e-5", "0.1", "0.3", "0.5", "0.9", "0.9999999"}) {
    CAPTURE(p);
    const Ball x = normal_quantile(ball(p));
    CHECK(normal_cdf(x.lower()).lower().approximate() <= number(p).approximate());
    CHECK(overlaps(normal_cdf(x), ball(p)));
    CHECK(x.radius().log_approximate() < -100);
  }
  CHECK_FALSE(normal_quantile(ball("0")).is_finite());
  CHECK_FALSE(normal_quantile(ball("1.5")).is_finite());
}

TEST_CASE("ball: normal quantiles of an interval are those of its ends",
          "[arithmetic][ball][NORMAL-QUANTILE]") {
  for (const char* middle : {"1e-20", "1e-3", "0.2", "0.5", "0.77", "0.999"}) {
    const Ball p = ball(middle), wide = widen(p, UpperBound::of(p / 1000000));
    const Ball x = normal_quantile(wide);
    CAPTURE(middle);
    for (const Ball& end : {wide.lower(), p, wide.upper()}) {
      const Ball quantile = normal_quantile(end);
      CHECK(overlaps(x, quantile));
      CHECK(overlaps(normal_cdf(quantile), end));
    }
    CHECK(x.relative_digits() > (std::string(middle) == "0.5" ? -1 : 3));
  }
  // The normal quantile of Phi(x) is x.
  for (const char* x : {"-5", "-0.3", "0.1", "2", "7"}) {
    CHECK(overlaps(normal_quantile(normal_cdf(ball(x, Bits{80}))), ball(x, Bits{200})));
  }
}

TEST_CASE("exponential sums: the matrix product equals the sum term by term",
          "[arithmetic][vector]") {
  const Bits p{128};
  testing::Random random(3);
  // Two shapes: few nodes with several blocks of rows, and several blocks of nodes.
  const auto [J, count] =
      GENERATE(std::pair<size_t, size_t>(17, 5000), std::pair<size_t, size_t>(2100, 5000));
  ComplexVector weights(J, p), nodes(J, p);
  for (size_t j = 0; j < J; ++j) {
    const auto some = [&] { return Ball::from_binary64(random.uniform(-1, 1), p); };
    weights.set(j, ComplexBall(some(), some()));
    nodes.set(j, ComplexBall(some() * 3, abs(some())));
  }
  const Ball D = ball("0.37", p);
  const ComplexVector sums = exponential_sums(weights, nodes, D, count, p, [] {});
  REQUIRE(sums.size() == count);
  for (const size_t k :
       {size_t{0}, size_t{1}, size_t{63}, size_t{70}, size_t{71}, size_t{4544}, size_t{4999}}) {
    ComplexBall direct(p);
    const ComplexBall i(Ball(p), D * static_cast<long>(k));
    for (size_t j = 0; j < J; ++j) direct = direct + weights[j] * exp(i * nodes[j]);
    CAPTURE(k);
    CHECK(overlaps(sums[k].real(), direct.real()));
    CHECK(overlaps(sums[k].imag(), direct.imag()));
    CHECK(sums[k].real().radius().log_approximate() < -60);
  }
}

TEST_CASE("exponential sums: small weights of long numbers take fewer bits, at no loss",
          "[arithmetic][vector]") {
  constexpr long kBits = 2100;
  constexpr size_t kNodes = 90, kCount = 12;
  const Bits p{kBits};
  ComplexVector weights(kNodes, p), nodes(kNodes, p);
  for (size_t j = 0; j < kNodes; ++j) {  // from 1 down to 2^-2100
    const long n = static_cast<long>(j);
    weights.set(j, ComplexBall(exp(-ball("16.2", p) * n), exp(-ball("16.3", p) * n)));
    nodes.set(j, ComplexBall(sqrt(Ball::integer(n + 2, p)), Ball(p)));
  }
  const Ball D = ball("0.37", p);
  const ComplexVector sums = exponential_sums(weights, nodes, D, kCount, p, [] {});
  for (const size_t k : {size_t{0}, size_t{3}, kCount - 1}) {
    ComplexBall direct(p);
    const ComplexBall i(Ball(p), D * static_cast<long>(k));
    for (size_t j = 0; j < kNodes; ++j) direct = direct + weights[j] * exp(i * nodes[j]);
    CAPTURE(k);
    CHECK(overlaps(sums[k].real(), direct.real()));
    CHECK(overlaps(sums[k].imag(), direct.imag()));
    CHECK(sums[k].real().radius().log_approximate() < -(kBits - 40) * std::log(2.0));
  }
}

TEST_CASE("powers and dot: against repeated multiplication", "[arithmetic][vector]") {
  const Bits p{128};
  const ComplexBall x(ball("0.6", p), ball("0.8", p));
  const ComplexVector v = powers(x, 200, p);
  ComplexBall product(Ball::integer(1, p)), sum(p);
  for (size_t k = 0; k < 200; ++k) {
    CHECK(overlaps(v[k].real(), product.real()));
    sum = sum + product * product;
    product = product * x;
  }
  CHECK(overlaps(dot(v, v).imag(), sum.imag()));
  CHECK(v[199].real().radius().log_approximate() < -75);
}

TEST_CASE("normal tail: the asymptotic series encloses what the error function has",
          "[arithmetic][NORMAL-FAR]") {
  for (const long bits : {64L, 256L, 512L}) {
    for (const long x : {65536L, 65537L, 80000L}) {
      CAPTURE(bits, x);
      const Bits p{bits}, fine{2 * bits + 128};
      const Ball found = normal_survival(Ball::integer(x, p));
      const Ball root = sqrt(Ball::integer(2, fine));
      CHECK(found.contains(erfc(Ball::integer(x, fine) / root) / 2));
      CHECK(found.relative_digits() > 0.2 * static_cast<double>(bits) - 8);
    }
  }
  // Far beyond the resolution of the error function: phi(x) x/(x^2+1) < Phi(-x) < phi(x)/x.
  const Bits p{256};
  const Ball x = Ball::integer(1000000000, p), density = normal_density(x);
  CHECK(certainly_less(normal_survival(x), density / x));
  CHECK(certainly_less(density * x / (square(x) + 1), normal_survival(x)));
}
