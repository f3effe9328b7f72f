#include "verify/report/notation.hpp"

#include <catch2/catch.hpp>

namespace plumbline {
namespace {

TEST_CASE("interval: rounded outward, common digits once", "[report][notation]") {
  CHECK(interval("0.1476829078527330807", "0.1476829078527330808", 12) == "0.14768290785[2, 3]");
  CHECK(interval("1.2345678e-11", "1.2345679e-11", 8) == "1.234567[8, 9]e-11");
  CHECK(interval("0.5", "0.5", 12) == "0.5");
  CHECK(interval("-inf", "inf", 12) == "[-inf, inf]");
  CHECK(interval("0.1", "2.5", 2) == "[0.1, 2.5]");
  CHECK(interval("-0.25", "0.25", 2) == "[-0.25, 0.25]");
  // A lower end that is not representable is rounded down, an upper end up.
  CHECK(interval("0.12341", "0.12349", 3) == "0.12[3, 4]");
}

TEST_CASE("escaped: text survives Markdown tables", "[report][notation]") {
  CHECK(markdown_text("a|b*c_d") == "a\\|b\\*c\\_d");
  CHECK(markdown_text("two\nlines") == "two lines");
}

}  // namespace
}  // namespace plumbline
