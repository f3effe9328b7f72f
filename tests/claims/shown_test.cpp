/// Exact numbers in readable form.
#include "verify/claims/results/shown.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/support.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/results/verdict_text.hpp"

using namespace plumbline;

TEST_CASE("claims: doubles are shown as the decimals that were written", "[claims][shown]") {
  for (const double x : {17.8, 0.1, 1e-5, 34.4, 1.0 / 3, 5e-324, 1.7976931348623157e308}) {
    const std::string exact = exact_number(x).text;
    CAPTURE(exact);
    CHECK(with_short_numbers(exact) == shortest_decimal(x));
    CHECK(std::strtod(shortest_decimal(x).c_str(), nullptr) == x);
  }
  CHECK(shortest_decimal(1e-5) == "1e-5");
  CHECK(shortest_decimal(1e300) == "1e300");
  CHECK(with_short_numbers("subsampled_gaussian(sigma=0x1.1cccccccccccdp+4,p=0.01)^5") ==
        "subsampled_gaussian(sigma=17.8,p=0.01)^5");
  CHECK(with_short_numbers("delta(epsilon=1239390617452360499/36028797018963968)") ==
        "delta(epsilon=34.4)");
  // The user's spelling is preserved: fractions, names, numbers inside names.
  for (const char* text : {"finite(P=[1/3,2/3],Q=[2/3,1/3])", "v0x1p3(a=1)", "0x1.8", "1e-5",
                           "17.800000000000001", "a/b", "0xp3", ""}) {
    CHECK(with_short_numbers(text) == text);
  }
}

TEST_CASE("claims: a claim is shown without what is empty", "[claims][shown]") {
  JudgedLine judged;
  judged.line.file = "f";
  judged.line.line = 3;
  judged.line.claim =
      claim_of_line(R"({"mechanism":{"kind":"gaussian","sigma":17.8,"steps":2},"quantity":"delta",)"
                    R"("at":{"epsilon":34.4},"kind":"upper","value":0.1})");
  const ShownClaim shown = shown_claim(judged);
  CHECK(shown.place == "f:3");
  CHECK(shown.mechanism == "gaussian(sigma=17.8)^2, worst");
  CHECK(shown.claim == "delta(epsilon=34.4) <= 0.1");
  CHECK(shown.options.empty());
  CHECK(shown.exact.find("0x1.1cccccccccccdp+4") != std::string::npos);
  CHECK(shown.truth.empty());
  judged.line.claim = claim_of_line(
      R"_({"mechanism":"gaussian(sigma=17.8)","quantity":"tv","kind":"lower","value":"0.25",)_"
      R"("options":{"grid":1e-4,"mode":"fast"}})");
  const ShownClaim plain = shown_claim(judged);
  CHECK(plain.options == "grid=0.0001, mode=fast");
  CHECK(plain.claim == "tv >= 0.25");
  CHECK(plain.exact.empty());
}

TEST_CASE("claims: concentrated privacy is shown by its class", "[claims][shown]") {
  JudgedLine judged;
  judged.line.file = "f";
  judged.line.line = 1;
  judged.line.claim = claim_of_line(
      R"({"mechanism":{"kind":"zcdp","rho":0.5,"xi":0,"steps":1},"quantity":"epsilon",)"
      R"("at":{"delta":"1e-5"},"kind":"upper","value":"4.5"})");
  CHECK(shown_claim(judged).mechanism == "zcdp(rho=0.5), worst");
  CHECK(verdict_json(judged)["mechanism"] == "zcdp(rho=0.5)");
}
