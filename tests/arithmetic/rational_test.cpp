#include <cstdio>

#include "reference/arithmetic/rational_sum.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

TEST_CASE("rational: texts mean exactly the number written", "[arithmetic][rational]") {
  CHECK(number("0.1") == Rational(1, 10));
  CHECK(number(" -2.50 ") == Rational(-5, 2));
  CHECK(number("1/3") == Rational(1, 3));
  CHECK(number("0.5/1.5") == Rational(1, 3));
  CHECK(number("1e-5") == Rational(1, 100000));
  CHECK(number("1.5E2") == Rational(150));
  CHECK(number(".5") == Rational(1, 2));
  CHECK(number("+3") == Rational(3));
  CHECK(number("0x1.8p-1") == Rational(3, 4));
  CHECK(number("0x1.999999999999ap-4") == Rational::from_binary64(0.1));
  CHECK(number("0.1") != Rational::from_binary64(0.1));
  CHECK(number("-0x10") == Rational(-16));
}

TEST_CASE("rational: everything else is refused", "[arithmetic][rational]") {
  for (const char* text :
       {"",   " ",      "nan", "inf", "-inf", "1.2.3", "1e",  "1e+",         "abc",  "1 2",
        "0x", "0x1.8g", "1/0", "1/",  "/2",   "1//2",  "--1", "1e999999999", "0.1f", "1_0"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(number(text), std::invalid_argument);
  }
  CHECK_THROWS_AS(Rational::from_binary64(std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(Rational(1) / Rational(0), std::domain_error);
}

TEST_CASE("rational: decimals beside a number are exact, and as printf rounds",
          "[arithmetic][rational]") {
  CHECK(decimal_below(number("1/3"), 3) == number("0.333"));
  CHECK(decimal_above(number("1/3"), 3) == number("0.334"));
  CHECK(decimal_below(number("-1/3"), 3) == number("-0.334"));
  CHECK(decimal_above(number("-9.996"), 3) == number("-9.99"));
  CHECK(decimal_below(number("-9.996"), 3) == number("-10"));
  CHECK(decimal_below(Rational(0), 5).is_zero());
  for (const char* exact : {"1000", "0.001", "1e300", "1e-300", "123", "-7e-9"}) {
    CHECK(decimal_below(number(exact), 3) == number(exact));
    CHECK(decimal_above(number(exact), 3) == number(exact));
    CHECK(decimal_nearest(number(exact), 3) == number(exact));
  }
  CHECK(decimal_nearest(number("1.0625"), 4) == number("1.062"));  // a tie: rounded to even
  CHECK(decimal_nearest(number("1.0635"), 4) == number("1.064"));
  CHECK(decimal_nearest(number("99996"), 4) == number("1e5"));
  testing::Random random(12);
  for (int i = 0; i < testing::iterations(500); ++i) {
    const double x = random.uniform(-1, 1) * random.log_uniform(1e-300, 1e300);
    const int digits = random.integer(1, 17);
    char printed[64];
    std::snprintf(printed, sizeof printed, "%.*e", digits - 1, x);
    CAPTURE(x, digits);
    const Rational exact = Rational::from_binary64(x);
    CHECK(decimal_nearest(exact, digits) == number(printed));
    CHECK(decimal_below(exact, digits) <= exact);
    CHECK(exact <= decimal_above(exact, digits));
  }
}

TEST_CASE("rational: canonical text reads back to the same number", "[arithmetic][rational]") {
  CHECK(number("0.0100").text() == "0.01");
  CHECK(number("1/3").text() == "1/3");
  CHECK(number("1e-5").text() == "1e-5");
  CHECK(number("-0.25").text() == "-0.25");
  CHECK(number("1e-300").text() == "1e-300");
  CHECK(number("-2.5e-70").text() == "-2.5e-70");
  CHECK(number("1e-100000").text() == "1e-100000");
  CHECK(number("-2.5e-70000").text() == "-2.5e-70000");
  CHECK(number("2^-20000").text().find('/') != std::string::npos);
  CHECK(number("0x1p-200").text().find('/') != std::string::npos);
  CHECK(number("10000").text() == "10000");
  CHECK(number("1e12").text() == "1e12");
  CHECK(number("1400000").text() == "1400000");
  testing::Random random(11);
  for (int i = 0; i < testing::iterations(500); ++i) {
    const double x = random.uniform(-1, 1) * random.log_uniform(1e-300, 1e300);
    const Rational exact = Rational::from_binary64(x);
    CHECK(number(exact.text()) == exact);
    CHECK(exact.approximate() == x);
    const Rational fraction(random.integer(-999, 999),
                            static_cast<unsigned long>(random.integer(1, 999)));
    CHECK(number(fraction.text()) == fraction);
  }
}

TEST_CASE("rational: a sum of many terms is that of one term after another",
          "[arithmetic][rational]") {
  CHECK(rational_sum({}) == Rational(0));
  for (long n = 1; n <= 40; ++n) {
    std::vector<Rational> terms;
    Rational sum(0);
    for (long i = 1; i <= n; ++i) {
      terms.push_back(Rational(i % 3 == 0 ? -i : i, static_cast<unsigned long>(7 * i + 1)));
      sum = sum + terms.back();
    }
    CHECK(rational_sum(terms) == sum);
  }
}
