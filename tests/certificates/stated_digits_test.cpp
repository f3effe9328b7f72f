/// The number of digits that an answer states.
#include "reference/certificates/stated_digits.hpp"

#include "tests/support.hpp"

using namespace plumbline;

TEST_CASE("stated digits: the relative width, rounded down to a tenth", "[digits]") {
  CHECK(stated_digits("0.5", "0.5") == "exact");
  CHECK(stated_digits("0.5", "0.50") == "exact");
  CHECK(stated_digits("0.991", "1") == "2.0");
  CHECK(stated_digits("-1", "-0.991") == "2.0");
  CHECK(stated_digits("1.2345678", "1.2345679") == "7.0");
  CHECK(stated_digits("3", "3.01") == "2.4");
  CHECK(stated_digits("-1", "1") == "0.0");
  CHECK(stated_digits("0", "1e-50") == "0.0");
}

TEST_CASE("stated digits: none where one end alone is infinite", "[digits]") {
  CHECK(stated_digits("inf", "inf") == "exact");
  CHECK(stated_digits("1", "inf") == "0.0");
  CHECK(stated_digits("-inf", "1") == "0.0");
  CHECK(stated_digits("-inf", "inf") == "0.0");
}
