/// The judge chooses the member of a family of neighbours for the claimed quantity, and a record prints the known
/// ends of the truth. Reference values are computed independently: two candidates of permute-and-flip over all their
/// distances, the losses t and t - epsilon over all t.
#include <cmath>
#include <nlohmann/json.hpp>

#include "reference/quantities/moments.hpp"
#include "tests/support.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/judging/worst_member.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/results/verdict_text.hpp"

using namespace plumbline;

namespace {

struct Asked {
  std::string mechanism, quantity, at;
  std::string kind = "upper", adjacency = "worst";
};

const std::string kFlip = R"({"kind":"permute_and_flip","epsilon":2,"steps":1})";
const std::string kRange = R"({"kind":"exponential_mechanism","epsilon":2,"steps":1})";
const std::string kOrder2 = R"({"order":2})";

Claim claim_about(const Asked& asked, const std::string& value) {
  const bool record = asked.mechanism.front() == '{';
  const std::string written = record ? asked.mechanism : "\"" + asked.mechanism + "\"";
  return claim_of_line(R"({"tool":"t","method":"m","value":")" + value + R"(","kind":")" +
                       asked.kind + R"(","quantity":")" + asked.quantity + R"(","at":)" + asked.at +
                       R"(,"adjacency":")" + asked.adjacency + R"(","mechanism":)" + written + "}");
}

ClaimVerdict verdict(const Asked& asked, const std::string& value) {
  const Claim claim = claim_about(asked, value);
  REQUIRE(claim.unsupported.empty());
  return Judge(composition_of(claim), {})(claim);
}

nlohmann::json record_of(const Asked& asked, const std::string& value) {
  JudgedLine judged;
  judged.line.claim = claim_about(asked, value);
  judged.verdict = verdict(asked, value);
  return nlohmann::json::parse(verdict_json(judged).dump());
}

double number(const nlohmann::json& text) { return std::stod(text.get<std::string>()); }

}  // namespace

TEST_CASE("members: a Renyi divergence of permute-and-flip is refuted by the worst two candidates",
          "[claims][sides]") {
  const Asked asked{kFlip, "rdp", kOrder2};
  for (const char* value : {"1", "1.31", "1.5", "1.5055"}) {
    CAPTURE(value);
    const ClaimVerdict found = verdict(asked, value);
    CHECK(found.verdict == VerdictKind::violated);
    CHECK_THAT(found.reason, Catch::StartsWith("already for finite("));
  }
  CHECK(verdict(asked, "1.506").verdict == VerdictKind::undecided);
  CHECK(verdict(asked, "1.595").verdict == VerdictKind::undecided);
  CHECK(verdict(asked, "1.596").verdict == VerdictKind::sound);
  const Asked fourth{R"({"kind":"permute_and_flip","epsilon":1,"steps":1})", "rdp",
                     R"({"order":4})"};
  CHECK(verdict(fourth, "0.79499").verdict == VerdictKind::violated);
  CHECK(verdict(fourth, "0.7951").verdict == VerdictKind::undecided);
}

TEST_CASE("members: a Renyi divergence of bounded range is decided", "[claims][sides]") {
  // At order 2 the worst t has e^t = (e^epsilon + 1)/2.
  const Asked asked{kRange, "rdp", kOrder2};
  for (const char* value : {"0.74", "0.8", "0.86", "0.867561"}) {
    CAPTURE(value);
    CHECK(verdict(asked, value).verdict == VerdictKind::violated);
  }
  const ClaimVerdict sound = verdict(asked, "0.867562");
  CHECK(sound.verdict == VerdictKind::sound);
  CHECK(sound.truth.lower.empty());
  CHECK_THAT(sound.truth.upper, Catch::StartsWith("0.8675616"));
  const Asked runs{R"({"kind":"exponential_mechanism","epsilon":1,"steps":3})", "rdp",
                   R"({"order":4})"};
  CHECK(verdict(runs, "1.2885").verdict == VerdictKind::violated);  // 3 * 0.42953
  CHECK(verdict(runs, "1.2887").verdict == VerdictKind::sound);
}

TEST_CASE("members: a trade-off function is asked of the member that errs least",
          "[claims][sides]") {
  const Asked tpr{kFlip, "tpr", R"({"fpr":0.3})"};
  CHECK(verdict(tpr, "0.85").verdict == VerdictKind::violated);
  CHECK(verdict(tpr, "0.887").verdict == VerdictKind::violated);
  CHECK(verdict(tpr, "0.888").verdict != VerdictKind::violated);
  const Asked f{kFlip, "tradeoff", R"({"alpha":0.3})", "lower"};
  CHECK(verdict(f, "0.15").verdict == VerdictKind::violated);
  CHECK(verdict(f, "0.113").verdict == VerdictKind::violated);
}

TEST_CASE("members: of the truth a record says the end that is known", "[claims][sides]") {
  const Asked asked{kFlip, "rdp", kOrder2};
  const auto violated = record_of(asked, "1");
  // Both ends are known: from two candidates and from the Laplace pair.
  REQUIRE(violated["truth"].is_object());
  CHECK(number(violated["truth"]["lower"]) == Approx(1.505555).epsilon(1e-5));
  CHECK(number(violated["truth"]["upper"]) == Approx(1.595769).epsilon(1e-5));
  CHECK_FALSE(violated.contains("at_least"));
  CHECK(number(violated["relative_error"]["upper"]) == Approx(1 / 1.505555 - 1).epsilon(1e-3));
  CHECK(number(violated["relative_error"]["lower"]) == Approx(1 / 1.595769 - 1).epsilon(1e-3));
  CHECK_THAT(violated["against"].get<std::string>(), Catch::StartsWith("rdp(order=2) of finite("));
  // A dominating pair bounds the truth from above, which decides the claim; the other end is not computed.
  const auto sound = record_of(asked, "1.7");
  CHECK(sound["truth"].is_null());
  CHECK(number(sound["at_most"]) == Approx(1.595769).epsilon(1e-5));
  CHECK_FALSE(sound.contains("at_least"));
  CHECK(sound["relative_error"].contains("lower"));
  CHECK_FALSE(sound["relative_error"].contains("upper"));
  // Only the value for the named neighbours is known.
  const auto named =
      record_of({"bounded_laplace(b=1,width=3,at=1)", "delta", R"({"epsilon":0.5})"}, "0.001");
  CHECK(named["verdict"] == "violated");
  CHECK(named["truth"].is_null());
  CHECK(named.contains("at_least"));
  CHECK_FALSE(named.contains("at_most"));
  CHECK_FALSE(named["relative_error"].contains("lower"));
  // A trade-off function is smaller for neighbours with less privacy.
  const auto f = record_of({kFlip, "tradeoff", R"({"alpha":0.3})", "lower"}, "0.05");
  CHECK(f["verdict"] == "sound");
  CHECK(f.contains("at_least"));
  CHECK_FALSE(f.contains("at_most"));
}

TEST_CASE("members: k of t steps are bounded by blocks, which refute nothing", "[claims][sides]") {
  // delta: a uniform choice of 2 of 3 steps has 0.518245, the blocks 0.547225, the sum of the outputs 0.485243.
  Asked asked{"random_allocation(sigma=0.7,t=3,k=2)", "delta", R"({"epsilon":"0.5"})", "upper",
              "forward"};
  CHECK(verdict(asked, "0.53").verdict == VerdictKind::undecided);
  CHECK(verdict(asked, "0.548").verdict == VerdictKind::sound);
  CHECK(verdict(asked, "0.48").verdict == VerdictKind::violated);
  asked.kind = "lower";
  CHECK(verdict(asked, "0.52").verdict == VerdictKind::undecided);
  CHECK(verdict(asked, "0.48").verdict == VerdictKind::sound);
  // k = t: each block has one step.
  asked = {"random_allocation(sigma=0.7,t=3,k=3)", "delta", R"({"epsilon":"0.5"})"};
  CHECK(claim_about(asked, "1").pair == nullptr);
}

TEST_CASE("members: shuffled answers are refuted by data sets that have them", "[claims][sides]") {
  const auto two = [](const std::string& mechanism) {
    return Asked{mechanism, "delta", R"({"epsilon":"0.5"})", "upper", "replace_one"};
  };
  // If all other users have the same value, delta is 0.1157 in two rounds.
  const Asked rounds = two("shuffled_rr(epsilon0=2,n=30)^2");
  CHECK(verdict(rounds, "0.01").verdict == VerdictKind::violated);
  CHECK(verdict(rounds, "0.115").verdict == VerdictKind::violated);
  CHECK(verdict(two("shuffled_clones(epsilon0=2,n=30)"), "0.01").verdict == VerdictKind::violated);
  CHECK(verdict(two("shuffled_clones(epsilon0=2,n=30)^2"), "0.01").verdict ==
        VerdictKind::violated);
  // Too many users for the exact counts of four kinds of answers.
  CHECK(verdict(two("shuffled_krr(epsilon0=3,n=40,k=4)"), "0.001").verdict ==
        VerdictKind::violated);
  CHECK(verdict(two("shuffled_laplace(b=0.5,n=30)^2"), "0.001").verdict == VerdictKind::violated);
}

TEST_CASE("members: the search takes the best of several parts", "[claims][sides]") {
  const Asked asked{"exponential_mechanism(epsilon=1)*exponential_mechanism(epsilon=1/2)", "rdp",
                    R"({"order":8})"};
  const Claim claim = claim_about(asked, "1");
  REQUIRE(claim.pair);
  REQUIRE(claim.pair->parts.size() == 2);
  const auto divergence = [](const std::string& mechanism) {
    return renyi(Composition::parse(mechanism), Rational(8), Direction::worst, Effort{8})
        ->value()
        .approximate();
  };
  const std::string found = worst_member(claim, 20, [] {});
  CHECK(divergence(found) > 1.01 * divergence(claim.pair->member()));
  // The worst t differs between the parts.
  const double best = divergence("exponential_mechanism(epsilon=1,t=0.73)");
  CHECK(divergence(found) > best);
}

TEST_CASE("members: products of stated guarantees are refuted by Gaussian noise",
          "[claims][sides]") {
  const auto member = [](const std::string& text) {
    return claimed_pair(read_open_expression(text), PairRelation::any).member();
  };
  CHECK(member("zcdp(rho=0.1)*zcdp(rho=0.2,xi=0.1)") ==
        "gaussian(sigma2=5) * gaussian(sigma2=2.5)");
  CHECK(member("zcdp(rho=0.1)^3*gaussian(sigma=2)") == "gaussian(sigma2=5)^3 * gaussian(sigma=2)");
  CHECK(member("rdp(orders=[2,8],bounds=[0.1,0.8])^2") == "gaussian(sigma2=10)^2");
  CHECK(member("zcdp(rho=0.1,group=3)") == "gaussian(sigma2=5,group=3)");
  // gaussian(sigma2=2.5) has delta(1) = 0.023: a claim of 0.02 is refuted, 0.2 is valid.
  const Asked asked{"zcdp(rho=0.1)*zcdp(rho=0.1)", "delta", R"({"epsilon":1})"};
  CHECK(verdict(asked, "0.02").verdict == VerdictKind::violated);
  CHECK(verdict(asked, "0.2").verdict == VerdictKind::sound);
}
