/// Claims about two mechanisms: their Delta-divergence in both orders and directions, and the difference of their
/// Bayes errors at a prior.
#include "verify/claims/judging/two_mechanisms.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/csv_claim.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/results/known.hpp"
#include "verify/claims/results/verdict_text.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using Catch::Contains;

namespace {

/// A claim; by default about Delta of gaussian(sigma=1) from laplace(b=1).
struct PairLine {
  std::string value, kind = "upper", quantity = "divergence", at = "{}";
  std::string mechanism = "gaussian(sigma=1)", other = "laplace(b=1)", direction = "worst";

  Claim claim() const {
    const nlohmann::json line = {{"tool", "t"},
                                 {"value", value},
                                 {"kind", kind},
                                 {"quantity", quantity},
                                 {"at", nlohmann::json::parse(at)},
                                 {"mechanism", mechanism},
                                 {"other", other},
                                 {"direction", direction}};
    return claim_of_line(line.dump());
  }
};

ClaimVerdict verdict_on(const PairLine& line) {
  const Claim claim = line.claim();
  if (const auto early = verdict_without_value(claim)) return *early;
  return Judge(composition_of(claim), {})(claim);
}

std::string near(double value, double factor) { return exact_number(value * factor).text; }

/// Returns the difference of R at a prior of 1/2, in doubles: R = (1 - TV)/2. TV of gaussian(sigma=1) is 2 Phi(1/2) -
/// 1, of laplace(b=1) 1 - e^(-1/2).
double half_difference() {
  const double gaussian = std::erf(0.5 / std::sqrt(2.0)), laplace = 1 - std::exp(-0.5);
  return (laplace - gaussian) / 2;
}

std::string refused(const std::string& line) {
  try {
    (void)claim_of_line(line);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE(
    "claims: a Delta-divergence is judged in both orders, in each direction and as the larger of "
    "both",
    "[claims][two]") {
  // For this pair the maximum of the first order is at the prior 1/2.
  const double forth = half_difference(), back = 0.034138546;
  CHECK(verdict_on({near(forth, 1.001)}).verdict == VerdictKind::sound);
  const ClaimVerdict below = verdict_on({near(forth, 0.999)});
  CHECK(below.verdict == VerdictKind::violated);
  CHECK(below.grade == ViolationGrade::material);
  CHECK_FALSE(below.confirmed_by.empty());
  CHECK(verdict_on({near(forth, 0.999), "lower"}).verdict == VerdictKind::sound);
  CHECK(verdict_on({near(forth, 1.001), "lower"}).verdict == VerdictKind::violated);

  PairLine reversed{near(back, 1.001)};
  std::swap(reversed.mechanism, reversed.other);
  CHECK(verdict_on(reversed).verdict == VerdictKind::sound);
  reversed.value = near(back, 0.999);
  CHECK(verdict_on(reversed).verdict == VerdictKind::violated);

  CHECK(verdict_on({near(back, 1.001), "upper", "symmetrised_divergence"}).verdict ==
        VerdictKind::sound);
  CHECK(verdict_on({near(back, 0.999), "upper", "symmetrised_divergence"}).verdict ==
        VerdictKind::violated);

  // The divergence from the perfectly private pair (here noise of a very large scale) is 1/2 - R(1/2) = TV/2.
  PairLine sampled{
      "0", "upper", "divergence", "{}", "laplace(b=1000000)", "subsampled_gaussian(sigma=1,p=1/2)"};
  const double tv = std::erf(0.5 / std::sqrt(2.0)) / 2;
  for (const char* direction : {"forward", "reverse", "worst"}) {
    sampled.direction = direction;
    sampled.value = near(tv / 2, 1.001);
    CHECK(verdict_on(sampled).verdict == VerdictKind::sound);
    sampled.value = near(tv / 2, 0.999);
    CHECK(verdict_on(sampled).verdict == VerdictKind::violated);
  }
}

TEST_CASE("claims: at a prior the difference of the two Bayes errors is judged", "[claims][two]") {
  const std::string at = R"({"prior":"1/2"})";
  const double half = half_difference();
  CHECK(verdict_on({near(half, 1.0001), "upper", "divergence", at}).verdict == VerdictKind::sound);
  CHECK(verdict_on({near(half, 0.9999), "upper", "divergence", at}).verdict ==
        VerdictKind::violated);
  // The difference may be negative; the divergence may not.
  PairLine reversed{"0", "upper", "divergence", at, "laplace(b=1)", "gaussian(sigma=1)"};
  CHECK(verdict_on(reversed).verdict == VerdictKind::sound);
  const ClaimVerdict estimate = verdict_on({near(half, 1.01), "estimate", "divergence", at});
  REQUIRE(estimate.relative);
  CHECK(estimate.relative->approximate() == Approx(0.01).epsilon(1e-3));
}

TEST_CASE("claims: a claim about two mechanisms names both, and a claim about one names no other",
          "[claims][two]") {
  nlohmann::json line = {{"tool", "t"},
                         {"kind", "upper"},
                         {"value", "1"},
                         {"mechanism", "gaussian(sigma=1)"},
                         {"quantity", "divergence"}};
  CHECK_THAT(refused(line.dump()), Contains("other: missing"));
  line["other"] = "laplac(b=1)";
  CHECK_THAT(refused(line.dump()), Contains("other: "));
  line["other"] = "laplace(b=1)";
  line["at"] = {{"prior", "2"}};
  CHECK_THAT(refused(line.dump()), Contains("at.prior: must be in [0, 1]"));
  line["at"] = nlohmann::json::object();
  CHECK(refused(line.dump()).empty());
  line["quantity"] = "tv";
  CHECK_THAT(refused(line.dump()), Contains("tv is about one mechanism"));
}

TEST_CASE("claims: a pair that no neighbours are known to have decides no Delta-divergence",
          "[claims][two]") {
  const ClaimVerdict found =
      verdict_on({"1", "upper", "divergence", "{}", "gaussian(sigma=1)",
                  "truncated_subsampled_gaussian(sigma=1,p=0.01,n=1000,batch=12)"});
  CHECK(found.verdict == VerdictKind::unsupported);
  CHECK_THAT(found.reason, Contains("the exact Bayes errors are unknown"));
}

TEST_CASE("claims: what is said of two mechanisms names both wherever it goes", "[claims][two]") {
  JudgedLine judged;
  judged.line.file = "f";
  judged.line.line = 1;
  judged.line.claim = PairLine{"0.005"}.claim();
  judged.verdict = Judge(composition_of(*judged.line.claim), {})(*judged.line.claim);
  const auto record = verdict_json(judged);
  CHECK(record["other"] == "laplace(b=1)");
  CHECK_THAT(record["replay"].get<std::string>(),
             Contains("plumbline divergence 'gaussian(sigma=1)' 'laplace(b=1)'"));
  CHECK_THAT(claim_question(record), Contains("laplace(b=1)"));
  Claim elsewhere = *judged.line.claim;
  elsewhere.other = "laplace(b=2)";
  CHECK(question_of(elsewhere) != question_of(*judged.line.claim));
  // A verdict is read back as the same claim, from JSON and from CSV.
  CHECK(question_of(claim_of(nlohmann::json::parse(record.dump()))) ==
        question_of(*judged.line.claim));
  const std::vector<std::string> header = {"verdict", "standing", "quantity", "mechanism",
                                           "other",   "kind",     "value"};
  const Claim again = claim_of_csv(
      header, "violated,documented,divergence,gaussian(sigma=1),laplace(b=1),upper,0.005");
  CHECK(again.other == "laplace(b=1)");
}
