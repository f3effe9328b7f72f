#include "verify/suite/cases/printed.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace plumbline {
namespace {

Ball exactly(const std::string& text) { return Ball(Rational::parse(text), Bits{256}); }

Agreement judged(const std::string& printed, const Ball& value) {
  return agreement(PrintedNumber::parse(printed), value);
}

TEST_CASE("printed number: stands for what rounds to it", "[suite][printed]") {
  const auto interval = [](const char* text) {
    const PrintedNumber p = PrintedNumber::parse(text);
    return p.lower.text() + " " + p.upper.text() + " " + std::to_string(p.significant_digits);
  };
  CHECK(interval("0.034") == "0.0335 0.0345 2");
  CHECK(interval("0.0340") == "0.03395 0.03405 3");
  CHECK(interval("8") == "7.5 8.5 1");
  CHECK(interval("8.000") == "7.9995 8.0005 4");
  CHECK(interval("-2.05") == "-2.055 -2.045 3");
  CHECK(interval("8e-4") == "0.00075 0.00085 1");
  CHECK(interval("1.5e2") == "145 155 2");
  CHECK(interval("0.00") == "-0.005 0.005 0");
}

TEST_CASE("printed number: what shows no digits is refused", "[suite][printed]") {
  const auto text = GENERATE("1/3", "0x1p-3", "nan", "inf", "", "about 3", "0.034 ", "1:2:3");
  CAPTURE(text);
  CHECK_THROWS_AS(PrintedNumber::parse(text), std::invalid_argument);
}

TEST_CASE("agreement: inside, outside and across a rounding boundary", "[suite][printed]") {
  CHECK(judged("0.034", exactly("0.0341385")) == Agreement::agrees);
  CHECK(judged("0.034", exactly("0.0345001")) == Agreement::differs);
  CHECK(judged("0.034", exactly("0.0334999")) == Agreement::differs);
  const Ball across = Ball::hull(exactly("0.03449"), exactly("0.03451"));
  CHECK(judged("0.034", across) == Agreement::undecided);
  CHECK(judged("0.035", across) == Agreement::undecided);
  CHECK(judged("0.04", across) == Agreement::differs);  // the interval is [0.035, 0.045]
  CHECK(judged("0.03", across) == Agreement::agrees);
  CHECK(judged("0.034", Ball::indeterminate(Bits{64})) == Agreement::undecided);
}

TEST_CASE("agreement: an exact value on the boundary belongs to both neighbours",
          "[suite][printed]") {
  CHECK(judged("0.2", exactly("1/4")) == Agreement::agrees);
  CHECK(judged("0.3", exactly("1/4")) == Agreement::agrees);
  const Ball just_above = exactly("1/4") + exactly("1e-40");
  CHECK(judged("0.2", just_above) == Agreement::differs);
  CHECK(judged("0.3", just_above) == Agreement::agrees);
}

}  // namespace
}  // namespace plumbline
