/// The grammar of numbers in claims, in JSON Lines and CSV.
#include "verify/claims/numbers.hpp"

#include <nlohmann/json.hpp>

#include "tests/support.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/csv_claim.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;

namespace {

/// A field of a claim; `{}` marks its number, and 'found' extracts that number from the parsed claim.
struct NumberField {
  std::string fields, key;
  std::string (*found)(const Claim&);
  bool any_real = false;
  const char* refusal = "'log(3)' is irrational";
};

const std::vector<NumberField>& fields() {
  static const std::string gauss = R"_("mechanism":"gaussian(sigma=1)","kind":"upper",)_",
                           delta = R"("quantity":"delta","at":{"epsilon":"1"},"value":"0.5",)";
  static const std::vector<NumberField> all = {
      {gauss + R"("quantity":"delta","value":"0.5","at":{"epsilon":"{}"})", "at.epsilon",
       [](const Claim& c) { return c.argument("epsilon").value.text(); }, true},
      {gauss + R"("quantity":"epsilon","value":"1","at":{"delta":"{}"})", "at.delta",
       [](const Claim& c) { return c.argument("delta").value.text(); }, false, "must be in (0, 1)"},
      {gauss + R"("quantity":"tradeoff","value":"0.1","at":{"alpha":"{}"})", "at.alpha",
       [](const Claim& c) { return c.argument("alpha").value.text(); }},
      {gauss + R"("quantity":"delta","at":{"epsilon":"1"},"value":"{}")", "value",
       [](const Claim& c) { return c.value.number.text(); }},
      {gauss + delta + R"("tolerance":"{}")", "tolerance",
       [](const Claim& c) { return c.stated.absolute.text(); }},
      {gauss + delta + R"("tolerance":"{} relative")", "tolerance",
       [](const Claim& c) { return c.stated.relative.text(); }},
      {gauss + delta + R"("seconds":"{}")", "seconds",
       [](const Claim& c) { return Rational::from_binary64(c.seconds.value_or(0)).text(); }, true},
      {delta + R"_("kind":"upper","mechanism":{"kind":"gaussian","sigma":"{}","steps":1})_",
       "mechanism", [](const Claim& c) {
         const std::string text = Composition::parse(c.mechanism).expression();
         return text.substr(15, text.size() - 16);
       }}};
  return all;
}

std::string with(std::string text, const std::string& number) {
  return text.replace(text.find("{}"), 2, number);
}

}  // namespace

TEST_CASE("claim numbers: every field takes every spelling", "[claims][numbers]") {
  for (const NumberField& field : fields()) {
    for (const char* spelt : {"0.25", "1/4", "2^-2", "25e-2", "0x1p-2", "2^-40*2^38"}) {
      CAPTURE(field.key, spelt);
      CHECK(field.found(claim_of_line("{" + with(field.fields, spelt) + "}")) == "0.25");
    }
    CAPTURE(field.key);
    const std::string line = "{" + with(field.fields, "log(3)") + "}";
    if (field.any_real) {
      CHECK_NOTHROW(claim_of_line(line));
    } else {
      CHECK_THROWS_WITH(claim_of_line(line),
                        Catch::Contains(field.key + ": ") && Catch::Contains(field.refusal));
    }
  }
}

TEST_CASE("claim numbers: CSV speaks the same grammar", "[claims][numbers]") {
  const std::vector<std::string> header = {"mechanism", "quantity", "at",
                                           "value",     "kind",     "seconds"};
  const Claim claim = claim_of_csv(
      header, "\"subsampled_gaussian(sigma=2^1,p=0x1p-2)\",delta,epsilon=log(3),2^-3,upper,1/4");
  CHECK(claim.argument("epsilon").value.text() == "log(3)");
  CHECK(claim.value.number == Rational(1, 8));
  CHECK_FALSE(claim.value.binary64);
  CHECK(claim.seconds == 0.25);
  CHECK(Composition::parse(claim.mechanism).expression() == "subsampled_gaussian(sigma=2,p=0.25)");
  CHECK_THROWS_WITH(claim_of_csv(header, "gaussian(sigma=1),delta,epsilon=one,1,upper,1"),
                    Catch::Contains("at.epsilon: not a number: 'one'"));
  CHECK_THROWS_WITH(claim_of_csv(header, "gaussian(sigma=1),delta,epsilon=1,1,upper,soon"),
                    Catch::Contains("seconds: not a number: 'soon'"));
}

TEST_CASE("claim numbers: a delta claimed at an irrational epsilon is judged",
          "[claims][numbers]") {
  // delta(log 3 / 2) of (3/4, 1/4) against (1/4, 3/4) is (3 - sqrt 3)/4 = 0.316987...
  const auto verdict = [](const std::string& value) {
    const Claim claim = claim_of_line(
        R"_({"mechanism":"finite(P=[3/4,1/4],Q=[1/4,3/4])","kind":"upper","quantity":"delta",)_"
        R"_("at":{"epsilon":"log(3)/2"},"value":")_" +
        value + "\"}");
    return Judge(composition_of(claim), JudgeLimits{})(claim).verdict;
  };
  CHECK(verdict("0.316988") == VerdictKind::sound);
  CHECK(verdict("0.316987") == VerdictKind::violated);
}

TEST_CASE("claim numbers: a text of at most 15 digits is the decimal that it says",
          "[claims][numbers]") {
  for (const char* decimal : {"0.01", "0.1", "1e-5", "0.12345678901234", "123456789012345e-20"}) {
    CAPTURE(decimal);
    const ClaimedValue read = read_claimed_value(std::string(decimal));
    CHECK_FALSE(read.binary64);
    CHECK(read.number == Rational::parse(decimal));
  }
  for (const char* printed :
       {"0.010000000000000000", "0.1000000000000000", "0.10000000000000001"}) {
    CAPTURE(printed);
    const ClaimedValue read = read_claimed_value(std::string(printed));
    CHECK(read.binary64);
    CHECK(read.number == Rational::from_binary64(std::stod(printed)));
    const ClaimedValue exact = read_claimed_value(std::string(printed), true);
    CHECK_FALSE(exact.binary64);
    CHECK(exact.number == Rational::parse(printed));
  }
  const ClaimedValue number = read_claimed_value(nlohmann::json(0.01));
  CHECK(number.binary64);
  CHECK(number.number == Rational::from_binary64(0.01));
}

TEST_CASE("claim numbers: a lower bound of 0.01 holds where the truth is 1/100",
          "[claims][numbers]") {
  // Beyond all finite losses delta is the mass of infinite loss, 1/100; the double 0.01 is larger.
  const std::string line =
      R"_({"mechanism":"approximate_dp(epsilon=1,delta=1/100)","kind":"lower","quantity":"delta")_"
      R"_(,"at":{"epsilon":"1"})_";
  const auto verdict = [&](const std::string& value) {
    const Claim claim = claim_of_line(line + R"(,"value":)" + value + "}");
    return Judge(composition_of(claim), JudgeLimits{})(claim).verdict;
  };
  CHECK(verdict(R"("0.01")") == VerdictKind::sound);
  CHECK(verdict("0.01") == VerdictKind::violated);
  CHECK(verdict(R"("0.010000000000000000")") == VerdictKind::violated);
  CHECK(verdict(R"("0.010000000000000000","exact":true)") == VerdictKind::sound);
}

TEST_CASE("claim numbers: whether texts are exact is a field and a column", "[claims][numbers]") {
  const std::string line =
      R"_({"mechanism":"gaussian(sigma=1)","kind":"upper","quantity":"tv","value":"0.1000000000000000")_";
  CHECK(claim_of_line(line + R"(,"exact":true})").value.exact);
  CHECK_FALSE(claim_of_line(line + R"(,"exact":false})").value.exact);
  CHECK_THROWS_WITH(claim_of_line(line + R"(,"exact":"yes"})"),
                    Catch::Contains("exact: must be true or false"));
  const std::vector<std::string> header = {"mechanism", "quantity", "value", "kind", "exact"};
  const std::string row = "gaussian(sigma=1),tv,0.1000000000000000,upper,";
  CHECK(claim_of_csv(header, row + "true").value.number == Rational(1, 10));
  CHECK(claim_of_csv(header, row + "false").value.binary64);
  CHECK(claim_of_csv(header, row).value.binary64);
}

TEST_CASE("claim numbers: at delta = 0 an epsilon is the largest loss", "[claims][numbers]") {
  const auto verdict = [](const std::string& mechanism, const std::string& kind,
                          const std::string& value) {
    const Claim claim = claim_of_line(R"({"kind":")" + kind +
                                      R"(","quantity":"epsilon","at":{"delta":"0"},"value":")" +
                                      value + R"(","mechanism":")" + mechanism + "\"}");
    return Judge(composition_of(claim), JudgeLimits{})(claim);
  };
  const auto is = [&](const char* mechanism, const char* kind, const char* value) {
    CAPTURE(mechanism, kind, value);
    return verdict(mechanism, kind, value).verdict;
  };
  CHECK(is("laplace(b=3)^7", "upper", "7/3") == VerdictKind::sound);
  CHECK(is("laplace(b=3)^7", "lower", "7/3") == VerdictKind::sound);
  CHECK(is("laplace(b=3)^7", "upper", "2.333") == VerdictKind::violated);
  CHECK(is("laplace(b=3)^7", "lower", "2.334") == VerdictKind::violated);
  // The largest loss is log 3; in the reverse order it is log(3/2).
  const char* const three = "finite(P=[1/4,3/4],Q=[3/4,1/4])";
  CHECK(is(three, "upper", "1.0986") == VerdictKind::violated);
  CHECK(is(three, "upper", "1.09862") == VerdictKind::sound);
  CHECK(is(three, "lower", "1.0986") == VerdictKind::sound);
  CHECK(is("gaussian(sigma=1)", "upper", "100") == VerdictKind::violated);
  CHECK(is("gaussian(sigma=1)", "lower", "100") == VerdictKind::sound);
  CHECK(is("approximate_dp(epsilon=1,delta=1e-9)", "upper", "100") == VerdictKind::violated);
  CHECK(is("perfectly_private()", "upper", "0") == VerdictKind::sound);
  // Bounded range 1: the largest loss comes arbitrarily close to 1 for some t.
  CHECK(is("exponential_mechanism(epsilon=1)^3", "upper", "3") == VerdictKind::sound);
  CHECK(is("exponential_mechanism(epsilon=1)^3", "upper", "2.9") == VerdictKind::violated);
  const ClaimVerdict estimate = verdict("laplace(b=2)", "estimate", "0.75");
  REQUIRE(estimate.error);
  CHECK(estimate.error->approximate() == 0.25);
}

TEST_CASE("claim numbers: a Renyi divergence of Gaussian noise equals its decimal",
          "[claims][numbers]") {
  const auto verdict = [](const std::string& kind, const std::string& value) {
    const Claim claim = claim_of_line(
        R"_({"mechanism":"gaussian(sigma=10)","quantity":"rdp","at":{"order":"4"},"kind":")_" +
        kind + R"(","value":)" + value + "}");
    return Judge(composition_of(claim), JudgeLimits{})(claim).verdict;
  };
  // The value is 4/(2 * 100); the double 0.02 is larger.
  CHECK(verdict("upper", R"("0.02")") == VerdictKind::sound);
  CHECK(verdict("lower", R"("0.02")") == VerdictKind::sound);
  CHECK(verdict("upper", "0.02") == VerdictKind::sound);
  CHECK(verdict("lower", "0.02") == VerdictKind::violated);
}
