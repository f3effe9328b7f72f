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

TEST_CASE("rational: canonical text reads back to the same number", "[arithmetic][rational]") {
  CHECK(number("0.0100").text() == "0.01");
  CHECK(number("1/3").text() == "1/3");
  CHECK(number("1e-5").text() == "1e-5");
  CHECK(number("-0.25").text() == "-0.25");
  CHECK(number("1e-300").text() == "1e-300");
  CHECK(number("-2.5e-70").text() == "-2.5e-70");
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
