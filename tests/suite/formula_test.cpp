#include "verify/suite/cases/formula.hpp"

#include "tests/support.hpp"

namespace plumbline {
namespace {

using testing::ball;

Ball value(const std::string& text, const std::map<std::string, Ball>& variables = {}) {
  return Formula::parse(text).evaluate(variables, Bits{200});
}

TEST_CASE("formula: exact arithmetic with the usual precedence", "[suite][formula]") {
  const auto exactly = [](const std::string& text, const Rational& expected) {
    CAPTURE(text);
    const Ball x = value(text);
    CHECK(x.contains(expected));
    CHECK((x.is_exact() || x.relative_digits() > 50));
  };
  exactly("1 + 2*3", Rational(7));
  exactly("(1 + 2)*3", Rational(9));
  exactly("2 - 3 - 4", Rational(-5));
  exactly("12/3/2", Rational(2));
  exactly("-2^2", Rational(-4));
  exactly("(-2)^3", Rational(-8));
  exactly("2^3^2", Rational(512));
  exactly("2^-2", Rational(1, 4));
  exactly("0.1", Rational(1, 10));
  exactly("1e-3 + 0x1.8p-1", Rational(751, 1000));
  exactly("min(3, 1/2, 2) + max(-1, -2)", Rational(-1, 2));
  exactly("abs(2 - 5)", Rational(3));
}

TEST_CASE("formula: functions agree with known values", "[suite][formula]") {
  const auto near = [](const Ball& x, const char* digits) {
    return certainly_less(abs(x - ball(digits)), ball("1e-40"));
  };
  CHECK(near(value("exp(1)"), "2.71828182845904523536028747135266249775724709"));
  CHECK(near(value("pi"), "3.14159265358979323846264338327950288419716940"));
  CHECK(overlaps(value("log(exp(3))"), ball("3")));
  CHECK(overlaps(value("sqrt(2)^2"), ball("2")));
  CHECK(overlaps(value("4^(1/2)"), ball("2")));
  CHECK(overlaps(value("2*Phi(0)"), ball("1")));
  CHECK(overlaps(value("Phi(Phi_inv(0.1))"), ball("0.1")));
  CHECK(value("Phi(Phi_inv(0.1))").relative_digits() > 40);
}

TEST_CASE("formula: variables keep their width, and the undefined is indeterminate",
          "[suite][formula]") {
  const Ball wide = Ball::hull(ball("1"), ball("2"));
  const Ball twice = value("x + x", {{"x", wide}});
  CHECK(twice.contains(Rational(2)));
  CHECK(twice.contains(Rational(4)));
  CHECK_FALSE(value("log(x - 3/2)", {{"x", wide}}).is_finite());
  CHECK(Formula::parse("Phi(b) + a*b - pi").variables() == std::vector<std::string>{"b", "a"});
  CHECK(value("pi", {{"pi", ball("1/2")}}).contains(Rational(1, 2)));  // a prior with this name
}

TEST_CASE("formula: invalid input is refused with its place", "[suite][formula]") {
  const auto [text, column] = GENERATE(
      std::pair("", "column 1"), std::pair("1 +", "column 4"), std::pair("(1", "column 3"),
      std::pair("1 2", "column 3"), std::pair("sin(1)", "column 1"), std::pair("1e", "column 1"),
      std::pair("exp(1, 2)", "column 1"), std::pair("max(1)", "column 1"),
      std::pair("2 * $", "column 5"), std::pair("1..2", "column 1"));
  CHECK_THROWS_WITH(Formula::parse(text), Catch::Contains(column));
  CHECK_THROWS_WITH(value("x"), Catch::Contains("'x' has no value"));
}

TEST_CASE("formula: exponents of any size take no time", "[suite][formula]") {
  CHECK(value("(1-1e-6)^1000000000000").is_finite());
  CHECK(overlaps(value("1^1e99999"), ball("1")));
  CHECK_FALSE(value("(-1)^1e99999").is_finite());
  CHECK_NOTHROW(Formula::parse("-x^1e99999"));
}

TEST_CASE("formula: nesting that would end the stack is refused", "[suite][formula]") {
  const auto repeated = [](const std::string& text) {
    std::string out;
    for (int i = 0; i < 200000; ++i) out += text;
    return out;
  };
  for (const char* part : {"(", "-", "2^", "exp(", "2^-"}) {
    CHECK_THROWS_WITH(Formula::parse(repeated(part) + "1"), Catch::Contains("nested too deeply"));
  }
  CHECK_NOTHROW(Formula::parse("((((((((((((((((((((1))))))))))))))))))))"));
  CHECK_NOTHROW(Formula::parse(repeated("1+") + "1"));
}

}  // namespace
}  // namespace plumbline
