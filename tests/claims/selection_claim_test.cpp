/// Claims about private selection.
#include "verify/claims/judging/selection_claim.hpp"

#include "tests/support.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Claim claim(const std::string& select, const std::string& quantity, const std::string& at,
            const std::string& value, const std::string& kind = "upper") {
  return claim_of_line(
      R"({"tool":"t","method":"m","mechanism":{"kind":"gaussian","sigma":4,"steps":1,)"
      R"("select":)" +
      select + R"(},"adjacency":"add_remove","quantity":")" + quantity + R"(","at":)" + at +
      R"(,"value":")" + value + R"(","kind":")" + kind + "\"}");
}

ClaimVerdict judged(const Claim& claim) {
  return Judge(composition_of(claim), JudgeLimits{})(claim);
}

const std::string kGeometric = R"({"mean":10,"shape":1})";

}  // namespace

TEST_CASE("claims: the best of several runs is between what one base has and what bounds all",
          "[claims][selection][slow]") {
  // epsilon(1e-6) is at least 1.55534 for one base and at most 1.55698 for all bases.
  const std::string at = R"({"delta":"1e-6"})";
  const ClaimVerdict sound = judged(claim(kGeometric, "epsilon", at, "1.5571"));
  CHECK(sound.verdict == VerdictKind::sound);
  CHECK(sound.replay.find("selection 'gaussian(sigma=4)' --runs 'geometric(mean=10)'") !=
        std::string::npos);
  const ClaimVerdict violated = judged(claim(kGeometric, "epsilon", at, "1.5551"));
  CHECK(violated.verdict == VerdictKind::violated);
  CHECK(violated.grade == ViolationGrade::material);
  CHECK(!violated.confirmed_by.empty());
  CHECK(judged(claim(kGeometric, "epsilon", at, "1.556")).verdict == VerdictKind::undecided);
  CHECK(judged(claim(kGeometric, "epsilon", at, "0.5")).grade == ViolationGrade::gross);
  CHECK(judged(claim(kGeometric, "epsilon", at, "inf")).verdict == VerdictKind::sound);
}

TEST_CASE("claims: delta and Renyi divergences of the best of several runs",
          "[claims][selection][slow]") {
  const std::string at = R"({"epsilon":"1.2"})";
  CHECK(judged(claim(kGeometric, "delta", at, "0.0004")).verdict == VerdictKind::sound);
  CHECK(judged(claim(kGeometric, "delta", at, "0.0002")).verdict == VerdictKind::violated);
  CHECK(judged(claim(kGeometric, "rdp", R"({"order":"8"})", "3")).verdict == VerdictKind::sound);
  CHECK(judged(claim(kGeometric, "rdp", R"({"order":"8"})", "0.1")).verdict ==
        VerdictKind::undecided);
  // A single run is the base itself.
  const std::string once = R"({"mean":1,"shape":1})";
  CHECK(judged(claim(once, "epsilon", R"({"delta":"1e-5"})", "0.99")).verdict ==
        VerdictKind::sound);
}

TEST_CASE("claims: of the best of several runs only upper bounds of three quantities",
          "[claims][selection]") {
  CHECK(judged(claim(kGeometric, "delta", R"({"epsilon":"1"})", "0.1", "lower")).verdict ==
        VerdictKind::unsupported);
  CHECK(judged(claim(kGeometric, "tv", "{}", "0.1")).verdict == VerdictKind::unsupported);
  CHECK_THROWS_AS(claim(R"({"mean":10})", "epsilon", R"({"delta":"1e-6"})", "1"),
                  std::invalid_argument);
  CHECK(judged(claim(R"({"mean":0.5,"shape":1})", "epsilon", R"({"delta":"1e-6"})", "1")).verdict ==
        VerdictKind::unsupported);
}
