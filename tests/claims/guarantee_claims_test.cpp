/// Claims about mechanisms of the kinds gdp and rdp, about mu and rho, without runs, and at irrational deltas.
#include <nlohmann/json.hpp>

#include "tests/support.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

ClaimVerdict judged(const std::string& mechanism, const std::string& quantity,
                    const std::string& at, const std::string& value, const std::string& kind) {
  const std::string text = R"({"tool":"t","method":"m","adjacency":"add_remove","mechanism":)" +
                           mechanism + R"(,"quantity":")" + quantity + R"(","at":{)" + at +
                           R"(},"value":")" + value + R"(","kind":")" + kind + "\"}";
  CAPTURE(text);
  const Claim claim = claim_of(nlohmann::json::parse(text));
  ClaimVerdict out = Judge(composition_of(claim), {})(claim);
  CAPTURE(out.reason);
  return out;
}

VerdictKind verdict_of(const std::string& mechanism, const std::string& quantity,
                       const std::string& at, const std::string& value,
                       const std::string& kind = "upper") {
  return judged(mechanism, quantity, at, value, kind).verdict;
}

constexpr auto kSound = VerdictKind::sound, kViolated = VerdictKind::violated;

}  // namespace

TEST_CASE("claims: guarantees of the kinds gdp and rdp", "[claims][guarantee_claims]") {
  // gdp(mu=1) has epsilon 4.377178 at delta 1e-5.
  const std::string gdp = R"({"kind":"gdp","mu":1,"steps":1})";
  CHECK(verdict_of(gdp, "epsilon", R"("delta":"1e-5")", "4.378") == kSound);
  CHECK(verdict_of(gdp, "epsilon", R"("delta":"1e-5")", "4.377") == kViolated);
  CHECK(verdict_of(R"({"kind":"gdp","mu":0.5,"steps":4})", "epsilon", R"("delta":"1e-5")",
                   "4.377") == kViolated);
  CHECK(verdict_of(gdp, "mu", "", "1") == kSound);
  CHECK(verdict_of(gdp, "gdp", "", "0.999") == kViolated);
  // D_2 <= 1/10 permits delta(0) = y - x with (y - x)^2 <= (e^0.1 - 1) x (1 - x): 0.1603 at x near 1/2.
  const std::string rdp = R"({"kind":"rdp","orders":[2],"bounds":["0.1"],"steps":1})";
  CHECK(verdict_of(rdp, "rdp", R"("alpha":"2")", "0.1") == kSound);
  CHECK(verdict_of(rdp, "rdp", R"("alpha":"2")", "0.099") == kViolated);
  CHECK(verdict_of(rdp, "delta", R"("epsilon":"0")", "0.17") == kSound);
  CHECK(verdict_of(rdp, "delta", R"("epsilon":"0")", "0.15") == kViolated);
}

TEST_CASE("claims: the least rho", "[claims][guarantee_claims]") {
  CHECK(verdict_of("\"gaussian(sigma=1)^4\"", "rho", "", "2") == kSound);
  CHECK(verdict_of("\"gaussian(sigma=1)^4\"", "zcdp", "", "1.99") == kViolated);
  CHECK(verdict_of("\"laplace(b=1)\"", "rho", "", "0.368") == kSound);  // 1/e
  CHECK(verdict_of("\"laplace(b=1)\"", "rho", "", "0.367") == kViolated);
  CHECK(verdict_of("\"laplace(b=1)\"", "rho", R"("up_to":"4")", "0.368") == kSound);
}

TEST_CASE("claims: rho and mu name a command that prints them", "[claims][guarantee_claims]") {
  const std::string gaussian = "\"gaussian(sigma=1)\"", ending = " --direction worst --digits 20";
  CHECK(judged(gaussian, "rho", "", "0.4", "upper").replay ==
        "plumbline convert 'gaussian(sigma=1)' --to zcdp" + ending);
  CHECK(judged(gaussian, "rho", R"("up_to":"4")", "0.4", "upper").replay ==
        "plumbline convert 'gaussian(sigma=1)' --to zcdp --up-to 4" + ending);
  CHECK(judged(gaussian, "mu", "", "0.4", "upper").replay ==
        "plumbline convert 'gaussian(sigma=1)' --to gdp" + ending);
}

TEST_CASE("claims: mechanisms that are run 0 times lose nothing", "[claims][guarantee_claims]") {
  for (const char* kind :
       {R"({"kind":"gaussian","sigma":1,"steps":0})", R"({"kind":"zcdp","rho":1,"xi":0,"steps":0})",
        R"({"kind":"laplace","scale":1,"sampling_rate":0.1,"steps":0})", "\"laplace(b=1)^0\"",
        R"({"kind":"zcdp","rho":0,"xi":0,"steps":3})"}) {
    CAPTURE(kind);
    CHECK(verdict_of(kind, "delta", R"("epsilon":"0")", "0") == kSound);
    CHECK(verdict_of(kind, "delta", R"("epsilon":"0")", "0.1", "lower") == kViolated);
    CHECK(verdict_of(kind, "epsilon", R"("delta":"0")", "0") == kSound);
  }
  CHECK(verdict_of(R"({"kind":"zcdp","rho":0,"xi":1,"steps":1})", "epsilon", R"("delta":"0")",
                   "1") == kSound);
}

TEST_CASE("claims: epsilon at an irrational delta", "[claims][guarantee_claims]") {
  // epsilon(e^-10) of gaussian(sigma=1) is 3.9945...
  const std::string at = R"_("delta":"exp(-10)")_";
  const std::string gaussian = "\"gaussian(sigma=1)\"";
  CHECK(verdict_of(gaussian, "epsilon", at, "4.2") == kSound);
  CHECK(verdict_of(gaussian, "epsilon", at, "3.5") == kViolated);
  CHECK(verdict_of(gaussian, "epsilon", at, "3.5", "lower") == kSound);
  CHECK(verdict_of(gaussian, "epsilon", at, "4", "estimate") == VerdictKind::estimate);
  const std::string large = R"_("delta":"exp(1)")_";
  CHECK_THROWS_AS(verdict_of(gaussian, "epsilon", large, "1"), std::invalid_argument);
}
