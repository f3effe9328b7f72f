/// The grammar of numbers in claims, as JSON Lines and as CSV.
#include "tests/support.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/csv_claim.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;

namespace {

/// A field of a claim, where `{}` stands, and how its number is found in what was read.
struct NumberField {
  std::string fields, key;
  std::string (*found)(const Claim&);
  bool any_real = false;
};

const std::vector<NumberField>& fields() {
  static const std::string gauss = R"_("mechanism":"gaussian(sigma=1)","kind":"upper",)_",
                           delta = R"("quantity":"delta","at":{"epsilon":"1"},"value":"0.5",)";
  static const std::vector<NumberField> all = {
      {gauss + R"("quantity":"delta","value":"0.5","at":{"epsilon":"{}"})", "at.epsilon",
       [](const Claim& c) { return c.argument("epsilon").value.text(); }, true},
      {gauss + R"("quantity":"epsilon","value":"1","at":{"delta":"{}"})", "at.delta",
       [](const Claim& c) { return c.argument("delta").value.text(); }},
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
      CHECK_THROWS_WITH(claim_of_line(line), Catch::Contains(field.key + ": ") &&
                                                 Catch::Contains("'log(3)' is irrational"));
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
