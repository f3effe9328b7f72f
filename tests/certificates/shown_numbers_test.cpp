/// Numbers of a statement: short decimals rounded to the safe side, and numbers found in expressions.
#include <cmath>

#include "reference/statistics/score_cuts.hpp"
#include "tests/support.hpp"
#include "verify/statement/number_tokens.hpp"
#include "verify/statement/plain_number.hpp"
#include "verify/statement/short_number.hpp"
#include "verify/statement/shown_expression.hpp"

using namespace plumbline;
using testing::number;

namespace {

std::string rounded(const Rational& x, Rounding to) { return plain(short_number(x, to)); }
Rational of_double(double x) { return Rational::from_binary64(x); }

std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> out;
  for (const NumberToken& token : number_tokens(text)) {
    out.push_back(text.substr(token.begin, token.end - token.begin));
  }
  return out;
}

}  // namespace

TEST_CASE("short numbers: a double is rounded to the side asked, exactly where 15 digits lie there",
          "[certificates][numbers]") {
  // The double closest to 1e-5 is larger than 1e-5; the double closest to 1e-6 is smaller than 1e-6.
  CHECK(rounded(of_double(1e-5), Rounding::up) == "0.0000100001");
  CHECK(rounded(of_double(1e-5), Rounding::down) == "0.00001");
  CHECK(rounded(of_double(1e-6), Rounding::up) == "0.000001");
  CHECK(rounded(of_double(1.1), Rounding::up) == "1.10001");
  CHECK(rounded(of_double(1.1), Rounding::down) == "1.1");
  CHECK(rounded(of_double(0.5), Rounding::up) == "0.5");
  CHECK(rounded(number("1/3"), Rounding::up) == "1/3");
  CHECK(rounded(of_double(1.0 / 3), Rounding::up) == "0.333334");
  CHECK(rounded(of_double(1.1), Rounding::exact) == of_double(1.1).text());
}

TEST_CASE("short numbers: every rounding lies on its side and has few digits",
          "[certificates][numbers]") {
  SplitMix random(11);
  for (int i = 0; i < 2000; ++i) {
    const double x = std::ldexp(static_cast<double>(random.next() >> 11),
                                -20 - static_cast<int>(random.next() % 60));
    const Rational exact = of_double(x), up = short_number(exact, Rounding::up),
                   down = short_number(exact, Rounding::down);
    CAPTURE(x);
    CHECK(exact <= up);
    CHECK(down <= exact);
    const bool few = up == exact || decimal_nearest(up, 6) == up;
    CHECK(few);
    CHECK(up - exact <= exact * number("1e-4"));
  }
}

TEST_CASE("short numbers: shares are stated as people count", "[certificates][numbers]") {
  CHECK(share_text(number("0.224")) == "22.4 %");
  CHECK(share_text(number("0.01")) == "1 %");
  CHECK(share_text(number("0.00618")) == "6.18 in 1,000");
  CHECK(share_text(number("0.001")) == "1 in 1,000");
  CHECK(share_text(number("0.000887")) == "8.87 in 10,000");
  CHECK(share_text(number("1.07e-10")) == "1.07 in 10,000,000,000");
  CHECK(share_text(number("1e-6")) == "1 in 1,000,000");
  CHECK(share_text(number("0")) == "0 %");
  CHECK(share_text(number("1")) == "100 %");
  CHECK(share_text(number("1/3")) == "1/3");
  CHECK(share_of(number("0.001"), "members") == "1 in 1,000 members");
  CHECK(share_of(number("0.3"), "members") == "30 % of the members");
  CHECK(plain(probability_above(number("0.99998766"))) == "0.999988");
  CHECK(plain(probability_above(number("0.12345"))) == "0.124");
}

TEST_CASE("number tokens: a number is found as a whole", "[certificates][numbers]") {
  using Texts = std::vector<std::string>;
  CHECK(tokens_of("gaussian(sigma=3.36028797018963968/72057594037927936*1e19)^3") ==
        Texts{"3.36028797018963968/72057594037927936*1e19", "3"});
  CHECK(tokens_of("laplace(b=1)^10*laplace(b=2)") == Texts{"1", "10", "2"});
  CHECK(tokens_of("finite(P=[1/4,3/4],Q=[2^-3, .875])") == Texts{"1/4", "3/4", "2^-3", ".875"});
  CHECK(tokens_of("gaussian(sigma2=0x1.8p-3)") == Texts{"0x1.8p-3"});
  CHECK(tokens_of("mechanism_2(e1=1e-5,k=3)") == Texts{"1e-5", "3"});
}

TEST_CASE("number tokens: a double is named once, and its exact value is told",
          "[certificates][numbers]") {
  const std::string text =
      "gaussian(sigma=2476979795053773/2251799813685248)^3 * laplace(b=0x1.199999999999ap+0)";
  CHECK(shown_numbers(text) == "gaussian(sigma=the double 1.1)^3 * laplace(b=the double 1.1)");
  CHECK(doubles_explained(text) ==
        std::vector<std::string>{
            "The double 1.1 (the number that a program stores for it) is exactly "
            "1.100000000000000088817841970012523233890533447265625."});
  // A product: no factor is shown separately.
  CHECK(shown_numbers("gaussian(sigma=3.36028797018963968/72057594037927936*1e19)^3")
            .find("3.the double") == std::string::npos);
  CHECK(shown_numbers("subsampled_gaussian(sigma=1.1,p=512/60000)^10") ==
        "subsampled_gaussian(sigma=1.1,p=512/60000)^10");
}

TEST_CASE("shown expressions: long numbers move to the private side", "[certificates][numbers]") {
  const std::string sigma = of_double(1.1).text(), rate = of_double(0.01).text(),
                    typed = "subsampled_gaussian(sigma=" + sigma + ",p=" + rate + ")^100",
                    shown = shown_expression(typed, true);
  CHECK(shown == "subsampled_gaussian(sigma=1.10001,p=0.01)^100");
  CHECK(is_as_private(shown, typed));
  CHECK_FALSE(is_as_private(typed, shown));
  const std::string less = shown_expression(typed, false);
  CHECK(less == "subsampled_gaussian(sigma=1.1,p=0.0100001)^100");
  CHECK(is_as_private(typed, less));
  // Short numbers stay as typed; parameters without monotonicity are shown exactly.
  CHECK(shown_expression("gaussian(sigma=8/2) * laplace(b=1)", true) ==
        "gaussian(sigma=8/2) * laplace(b=1)");
  const std::string inner = "subsampled(laplace(b=" + sigma + "),p=0.1)";
  CHECK(shown_expression(inner, true) == inner);
  CHECK_FALSE(is_as_private("gaussian(sigma=1)", "laplace(b=1)"));
  CHECK_FALSE(is_as_private("gaussian(sigma=1)^2", "gaussian(sigma=1)"));
  CHECK(typed_value("subsampled_gaussian(sigma=1.1,p=512/60000)^10", "p") == "512/60000");
}
