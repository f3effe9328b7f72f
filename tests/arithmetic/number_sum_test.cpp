/// Sums of numbers in lists: parsing, printing and comparison.
#include "reference/arithmetic/numbers/number_sum.hpp"

#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("number sums: rational sums are exact", "[arithmetic][number_sum]") {
  const auto same = [](const char* text, const char* value) {
    CAPTURE(text);
    CHECK(NumberSum::read(text).is_known_as(number(value)));
  };
  same("1-1/3", "2/3");
  same(" 1/2 + 1/4 - 1e-2", "0.74");
  same("-1/2+2", "1.5");
  same("2^-1+0x1p-2", "0.75");
  same("1e-5", "0.00001");
  same("2*-3", "-6");
  same("1-exp(-1)+exp(-1)", "1");
  same("2*log(3)-log(3)*2", "0");
  for (const char* text : {"", "1-", "+", "1--", "1-exp(", "1 2", "1-nan"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(NumberSum::read(text), std::invalid_argument);
  }
}

TEST_CASE("number sums: irrational numbers keep their value and their text",
          "[arithmetic][number_sum]") {
  const auto near = [](const char* text, double value) {
    const NumberSum sum = NumberSum::read(text);
    CAPTURE(text, sum.text());
    CHECK_FALSE(sum.is_rational());
    CHECK(sum.value().approximate() == Approx(value).epsilon(1e-14));
    CHECK(same_terms(NumberSum::read(sum.text()), sum));
  };
  near("1-exp(-1)", 1 - std::exp(-1));
  near("exp(-1)/2", std::exp(-1) / 2);
  near("-1/exp(1)+sqrt(2)/2-1/4", -std::exp(-1) + std::sqrt(2) / 2 - 0.25);
  near("1/3+sqrt(2*log(3))", 1.0 / 3 + std::sqrt(2 * std::log(3)));
  CHECK(NumberSum::read("log(3)").value().log_linear().has_value());
  CHECK_FALSE(same_terms(NumberSum::read("exp(-1)"), NumberSum::read("exp(-2)")));
}
