/// JSON texts that two readers might parse differently.
#include "verify/base/text/strict_json.hpp"

#include "tests/certificates/certificate_support.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

BadJson::Flaw flaw_of(const std::string& text) {
  try {
    read_strict_json<Json>(text, 4);
  } catch (const BadJson& e) {
    return e.flaw;
  }
  throw std::logic_error("accepted: " + text);
}

}  // namespace

TEST_CASE("strict JSON: what is refused, and why", "[certificates][json]") {
  using Flaw = BadJson::Flaw;
  CHECK(flaw_of("{") == Flaw::syntax);
  CHECK(flaw_of("") == Flaw::syntax);
  CHECK(flaw_of("{} {}") == Flaw::syntax);
  CHECK(flaw_of(std::string("{}\0", 3)) == Flaw::nul);
  CHECK(flaw_of(std::string("{}\0{\"a\":1}", 10)) == Flaw::nul);
  CHECK(flaw_of(R"({"a":1,"b":{"c":2,"c":2}})") == Flaw::twice);
  CHECK(flaw_of("[[[[[[1]]]]]]") == Flaw::deep);
  CHECK(flaw_of("1e999") == Flaw::number);
  CHECK(read_strict_json<Json>("\xEF\xBB\xBF{\"a\":1}", 4) == Json{{"a", 1}});
}

TEST_CASE("strict JSON: certificates with something behind a NUL byte, or a mark before them",
          "[certificates][json]") {
  const std::string text = to_json(certify(request("delta", "gaussian(sigma=1)", "1"))).dump();
  CHECK(judged(text) == "confirmed");
  CHECK(judged("\xEF\xBB\xBF" + text) == "confirmed");
  CHECK(judged(text + std::string("\0", 1)) == "not a certificate");
  CHECK(judged(text + std::string("\0{\"more\":1}", 11)) == "not a certificate");
  CHECK_THROWS_WITH(read_certificates(text + std::string("\0", 1)), Catch::Contains("NUL"));
}

TEST_CASE("strict JSON: a claim with something behind a NUL byte", "[claims][json]") {
  const std::string line = R"({"tool":"a","quantity":"delta"})";
  CHECK(parse_claim_json(line)["tool"] == "a");
  CHECK_THROWS_WITH(parse_claim_json(line + std::string("\0 ", 2)), Catch::Contains("NUL"));
}

TEST_CASE("certificates: a safe value that is no number is no certificate", "[certificates]") {
  const Json honest = to_json(
      certify(calibration("gaussian(sigma=?)", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}})));
  for (const char* name : {"safe", "safe_double"}) {
    Json json = honest;
    json["findings"][name] = "abc";
    CHECK(judged(signed_again(json).dump()) == "not a certificate");
  }
}
