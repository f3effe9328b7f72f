#include "verify/base/points.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace plumbline {
namespace {

TEST_CASE("points: numbers and ranges are exact", "[suite][points]") {
  CHECK(parse_points("0.1") == std::vector<Rational>{Rational(1, 10)});
  CHECK(parse_points("0:1:4") ==
        std::vector<Rational>{Rational(0), Rational(1, 3), Rational(2, 3), Rational(1)});
  CHECK(parse_points("1:-1:3") == std::vector<Rational>{Rational(1), Rational(0), Rational(-1)});
}

TEST_CASE("points: a single one may be irrational", "[suite][points]") {
  CHECK(read_points("log(3)").at(0).text() == "log(3)");
  CHECK(read_points("2^-2:1/2:2^1").at(1).rational() == Rational(1, 2));
  CHECK_THROWS_WITH(parse_points("log(3)"), Catch::Contains("'log(3)' is irrational"));
  CHECK_THROWS_WITH(read_points("0:log(3):4"), Catch::Contains("'log(3)' is irrational"));
}

TEST_CASE("points: bad ranges are refused", "[suite][points]") {
  const auto text = GENERATE("0:1", "0:1:1", "0:1:0", "0:1:2.5", "0:1:2:3", "a:1:3", "0:nan:3",
                             "0:1:100001", "", ":");
  CAPTURE(text);
  CHECK_THROWS_AS(parse_points(text), std::invalid_argument);
}

TEST_CASE("points: many long numbers are refused, not stored", "[suite][points]") {
  CHECK_THROWS_WITH(parse_points("1e-99999:1:100000"), Catch::Contains("shorter numbers"));
  CHECK_THROWS_WITH(parse_points("0:1e99999:1000"), Catch::Contains("shorter numbers"));
  CHECK_THROWS_WITH(parse_points("0:2^100000:1000"), Catch::Contains("shorter numbers"));
  CHECK(parse_points("0:1e50000/1e50001:1000").size() == 1000);  // the end is 1/10
  CHECK(parse_points("1e-99999:1:2").size() == 2);
  CHECK(parse_points("1e-99:1:100000").size() == 100000);
}

}  // namespace
}  // namespace plumbline
