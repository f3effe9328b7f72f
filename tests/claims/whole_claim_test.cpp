/// Claims about a whole distribution: reading, judging, grading, and output that is read back.
#include "verify/claims/judging/whole_claim.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support.hpp"
#include "verify/claims/claimed_profile.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/results/verdict_text.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using Catch::Contains;
using Json = nlohmann::json;

namespace {

/// Returns the fields of dp_accounting: the mass of each loss of gaussian(sigma=1), rounded up or down to the grid of
/// step 1/8.
Json rounded(bool up, double added) {
  const auto below = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  Json masses = Json::array();
  for (int k = -40; k <= 40; ++k) {  // under the alternative the loss is N(1/2, 1)
    const double right = (up ? k : k + 1) / 8.0 - 0.5;
    masses.push_back(below(right) - below(right - 0.125));
  }
  return {{"discretization", 0.125},
          {"lower_loss", -40},
          {"probs", masses},
          {"infinity_mass", 1e-5 + added}};
}

Json whole_line(const Json& distribution, const std::string& kind) {
  return {{"tool", "t"},
          {"mechanism", "gaussian(sigma=1)"},
          {"direction", "forward"},
          {"quantity", "profile"},
          {"kind", kind},
          {"distribution", distribution}};
}

ClaimVerdict verdict_on(const Json& line) {
  const Claim claim = claim_of_line(line.dump());
  if (const auto early = verdict_without_value(claim)) return *early;
  return Judge(composition_of(claim), {})(claim);
}

std::string refused(const Json& line) {
  try {
    (void)claim_of_line(line.dump());
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("claims: a distribution rounded up is pessimistic, one rounded down is not",
          "[claims][whole]") {
  CHECK(verdict_on(whole_line(rounded(true, 1e-6), "upper")).verdict == VerdictKind::sound);
  const ClaimVerdict down = verdict_on(whole_line(rounded(false, 0), "upper"));
  CHECK(down.verdict == VerdictKind::violated);
  CHECK(down.grade == ViolationGrade::material);
  CHECK_FALSE(down.confirmed_by.empty());
  CHECK_THAT(down.reason, Contains("beyond rounding"));
  CHECK_THAT(down.against, Contains("delta(epsilon="));
  CHECK_THAT(down.replay, Contains("plumbline delta 'gaussian(sigma=1)' --epsilon"));
  Json optimistic = rounded(false, 0);
  optimistic["infinity_mass"] = 0;
  CHECK(verdict_on(whole_line(optimistic, "lower")).verdict == VerdictKind::sound);
  const ClaimVerdict up = verdict_on(whole_line(rounded(true, 0), "lower"));
  CHECK(up.verdict == VerdictKind::violated);
  CHECK_FALSE(up.confirmed_by.empty());
}

TEST_CASE("claims: a distribution is held to its tolerance, and to its smallest epsilon",
          "[claims][whole]") {
  Json low = rounded(true, 1e-6);
  low["probs"][30] = low["probs"][30].get<double>() - 1e-3;
  CHECK(verdict_on(whole_line(low, "upper")).verdict == VerdictKind::violated);
  Json tolerant = whole_line(low, "upper");
  tolerant["tolerance"] = "2e-3";
  const ClaimVerdict held = verdict_on(tolerant);
  CHECK(held.verdict == VerdictKind::sound);
  CHECK(held.by_tolerance);
  tolerant["tolerance"] = "1e-9";
  CHECK(verdict_on(tolerant).verdict == VerdictKind::violated);
  // Without one mass, delta is too small only below the loss of that mass, -1.25; the losses start at -5.
  Json later = whole_line(low, "upper");
  later["at"] = {{"from", "0"}};
  CHECK(verdict_on(later).verdict == VerdictKind::sound);
}

TEST_CASE("claims: directions have parts, and curves points", "[claims][whole]") {
  const Json both = {{"remove", rounded(true, 1e-6)}, {"add", rounded(false, 0)}};
  Json line = whole_line(both, "upper");
  CHECK(verdict_on(line).verdict == VerdictKind::sound);
  line["direction"] = "worst";
  CHECK(verdict_on(line).verdict == VerdictKind::violated);
  Json curve = whole_line({{"alphas", {0.01, 0.9}}, {"betas", {0.9, 0}}}, "upper");
  CHECK(verdict_on(curve).verdict == VerdictKind::violated);
  curve["points"] = true;
  CHECK(verdict_on(curve).verdict == VerdictKind::sound);
  curve["distribution"] = "alpha,beta\n0,1\n0.5,0.2\n1,0\n";
  CHECK(verdict_on(curve).verdict == VerdictKind::violated);
}

TEST_CASE("claims: rounding of doubles alone is graded last_digits", "[claims][whole]") {
  // The atoms of randomized response as doubles, each 1 or 2 ulps too small.
  const Json masses = {{"discretization", 1},
                       {"infinity_mass", 0},
                       {"lower_loss", -1},
                       {"probs", {0.2689414213699951, 0, 0.7310585786300048}}};
  Json line = whole_line(masses, "upper");
  line["mechanism"] = "randomized_response(epsilon=1,k=2)";
  const ClaimVerdict found = verdict_on(line);
  CHECK(found.verdict == VerdictKind::violated);
  CHECK(found.grade == ViolationGrade::last_digits);
  CHECK_THAT(found.reason, Contains("rounding"));
}

TEST_CASE("claims: a pair that dominates shows what holds for all, and refutes nothing alone",
          "[claims][whole]") {
  Json line = whole_line("loss,mass\n20,1\ninf,1e-9\n", "upper");
  line["mechanism"] = "zcdp(rho=0.1)";
  CHECK(verdict_on(line).verdict == VerdictKind::sound);
  line["kind"] = "lower";
  CHECK(verdict_on(line).verdict == VerdictKind::violated);
}

TEST_CASE("claims: a verdict on a distribution is read as its claim", "[claims][whole]") {
  JudgedLine judged;
  judged.line.file = "f";
  judged.line.line = 1;
  judged.line.claim = claim_of_line(whole_line(rounded(true, 1e-6), "upper").dump());
  judged.verdict = Judge(composition_of(*judged.line.claim), {})(*judged.line.claim);
  const auto record = verdict_json(judged);
  CHECK(record["verdict"] == "sound");
  const Claim again = claim_of_line(record.dump());
  REQUIRE(again.profile);
  CHECK(again.profile->text == judged.line.claim->profile->text);
  CHECK(again.profile->side == ProfileSide::pessimistic);
  CHECK_THAT(verdict_line(judged), Contains("profile of 81 masses, pessimistic"));
}

TEST_CASE("claims: what is no distribution is refused, with the remedy", "[claims][whole]") {
  Json line = whole_line(rounded(true, 0), "estimate");
  CHECK_THAT(refused(line), Contains("kind: a whole distribution is upper"));
  line = whole_line(3, "upper");
  CHECK_THAT(refused(line), Contains("distribution: must be an object or a text"));
  line = whole_line(rounded(true, 0), "upper");
  line["value"] = 1;
  CHECK_THAT(refused(line), Contains("value: a whole distribution has none"));
  line.erase("value");
  line["points"] = true;
  CHECK_THAT(refused(line), Contains("points: is about a trade-off curve"));
  line.erase("points");
  line.erase("distribution");
  CHECK_THAT(refused(line), Contains("distribution: missing"));
  line["error"] = "out of memory";
  CHECK(verdict_on(line).verdict == VerdictKind::broken);
}
