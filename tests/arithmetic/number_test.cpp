/// The common grammar of numbers.
#include "reference/arithmetic/numbers/number.hpp"

#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

namespace {

void check_encloses(const std::string& text, const Ball& value) {
  const Real x = read_number(text);
  CAPTURE(text, x.text());
  CHECK_FALSE(x.rational());
  testing::check_meet(x(Bits{256}), value, 60);
  // The printed text denotes the same number.
  testing::check_meet(read_number(x.text())(Bits{256}), value, 60);
}

}  // namespace

TEST_CASE("number: powers, products and quotients are exact", "[arithmetic][number]") {
  CHECK(number("2^-40") == Rational(1) / power(Rational(2), 40));
  CHECK(number("2^10") == Rational(1024));
  CHECK(number("-2^2") == Rational(-4));
  CHECK(number("0.5^2/0x1p-2") == Rational(1));
  CHECK(number("3*2^-2") == Rational(3, 4));
  CHECK(number("1/3/5") == Rational(1, 15));
  CHECK(number("1/-3") == Rational(-1, 3));
  CHECK(number("1e-5*10^5") == Rational(1));
  CHECK(number("0^0") == Rational(1));
  CHECK(number("-1.5e+2^1") == Rational(-150));
  CHECK(number("0X1.8P-1") == Rational(3, 4));
}

TEST_CASE("number: what is irrational stays what it is", "[arithmetic][number]") {
  check_encloses("log(3)", log(ball("3")));
  check_encloses("-log(3/2)", -log(ball("3/2")));
  check_encloses("2*log(0x1.8p+1)", log(ball("3")) * 2);
  check_encloses("log(3)/2", log(ball("3")) / 2);
  check_encloses("1/log(2)", ball("1") / log(ball("2")));
  check_encloses("exp(1/2)", exp(ball("1/2")));
  check_encloses("1e-5*exp(-2)", ball("1e-5") * exp(ball("-2")));
  check_encloses("sqrt(2)", sqrt(ball("2")));
  check_encloses("3/sqrt(2)", ball("3") / sqrt(ball("2")));
  check_encloses(" log( 2^-40 ) ", log(ball("2^-40")));
  CHECK(read_number("log(3)").text() == "log(3)");
  CHECK(read_number("-2*log(6/4)").text() == "-2*log(1.5)");
  CHECK(read_number("log(3)/2").text() == "0.5*log(3)");
  // Logarithms of rationals keep that form, so that equal losses are recognised as equal.
  REQUIRE(read_number("2*log(3)").log_linear());
  CHECK(read_number("2*log(3)").log_linear()->logs.at(0).n == Rational(2));
  // A real expression with a rational value is recognised as rational.
  CHECK(read_number("log(1)").rational() == Rational(0));
  CHECK(read_number("exp(0)").rational() == Rational(1));
  CHECK(read_number("sqrt(9/4)").rational() == Rational(3, 2));
  CHECK(read_number("0*log(3)").rational() == Rational(0));
  CHECK(read_number("1e-5").text() == "1e-5");
}

TEST_CASE("number: of any precision", "[arithmetic][number]") {
  const Real x = read_number("log(3)/7");
  for (const long bits : {64L, 1000L, 20000L}) {
    const Ball value = x(Bits{bits});
    CHECK(value.relative_digits() >= 0.3 * static_cast<double>(bits) - 3);
    CHECK(overlaps(value, x(Bits{30000})));
  }
}

TEST_CASE("number: everything else is refused with one line", "[arithmetic][number]") {
  for (const char* text :
       {"log",     "log()",       "log(3",    "log 3",         "ln(3)",         "log(0)",
        "log(-1)", "log(log(3))", "sqrt(-1)", "log(1)/log(1)", "log(2)*log(3)", "exp(1)^2",
        "2^0.5",   "2^",          "2^^3",     "2^(3)",         "(3)",           "1+2",
        "1-2",     "3!",          "1/0",      "1/log(1)",      "0^-1",          "*2",
        "2*",      "1:2",         "pi",       "log(nan)",      "log(1,2)"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(read_number(text), Catch::Contains("not a number: '" + std::string(text)));
    CHECK_THROWS_AS(number(text), std::invalid_argument);
  }
  for (const char* text : {"2^1000000", "10000000^100000", "exp(1e9)", "1e-999999"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(
        read_number(text),
        "'" + std::string(text) + "' is beyond the numbers read here: " +
            (text[0] == '1' && text[1] == '0' ? "they have at most 2^21 bits"
                                              : "exponents are at most 100000 in size"));
  }
  CHECK_THROWS_WITH(number("log(3)"),
                    "'log(3)' is irrational; here a number must be rational: a "
                    "decimal, 1/3, 2^-40 or a hex float");
  const std::string deep = std::string(100000, '(');
  CHECK_THROWS_AS(read_number("log" + deep), std::invalid_argument);
}
