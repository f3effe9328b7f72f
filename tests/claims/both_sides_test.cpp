/// Claims for which the bound for all neighbours differs from the value that some neighbours attain: one claim above,
/// one below and one between, for each kind of record.
#include <cmath>

#include "tests/share.hpp"
#include "tests/support.hpp"
#include "verify/base/thread_clock.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/judging/worst_member.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;

namespace {

struct Asked {
  std::string mechanism;  ///< an expression or a record
  std::string adjacency = "add_remove", quantity = "delta", at = R"({"epsilon":"0.5"})";
  double seconds = 60;  ///< processor time for each verdict and its digits
};

Claim claim_of(const Asked& asked, const std::string& value, const std::string& kind) {
  const bool record = asked.mechanism.front() == '{';
  const std::string written = record ? asked.mechanism : "\"" + asked.mechanism + "\"";
  return claim_of_line(R"({"tool":"t","method":"m","value":")" + value + R"(","kind":")" + kind +
                       R"(","quantity":")" + asked.quantity + R"(","at":)" + asked.at +
                       R"(,"adjacency":")" + asked.adjacency + R"(","mechanism":)" + written + "}");
}

/// Judges like a file: one judge, with its cache, for all claims about one composition.
class Verdicts {
 public:
  explicit Verdicts(Asked asked)
      : asked_(std::move(asked)),
        judge_(composition_of(claim_of(asked_, "1", "upper")), {asked_.seconds, [] {}}) {}
  ClaimVerdict operator()(double value, const std::string& kind = "upper") {
    return judge_(claim_of(asked_, exact_number(value).text, kind));
  }

 private:
  Asked asked_;
  Judge judge_;
};

ClaimVerdict verdict(const Asked& asked, double value, const std::string& kind = "upper") {
  return Verdicts(asked)(value, kind);
}

double delta_of(const std::string& mechanism, const Rational& epsilon = Rational(1, 2)) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
  return profile.delta(Real(epsilon), Effort{4}).value.approximate();
}

/// Checks upper bounds below the attained value, above the bound for all neighbours, and between.
void check_upper(const Asked& asked, double least, double most) {
  CAPTURE(asked.mechanism, least, most);
  REQUIRE(least < most * 0.999);
  const double below = least * 0.99, between = (least + most) / 2, above = most * 1.01;
  Verdicts verdict(asked);
  CHECK(verdict(above).verdict == VerdictKind::sound);
  CHECK(verdict(below).verdict == VerdictKind::violated);
  const ClaimVerdict open = verdict(between);
  CHECK(open.verdict == VerdictKind::undecided);
  CHECK(open.reason.find("lies between what ") != std::string::npos);
  REQUIRE_FALSE(open.certified.lower.empty());
  CHECK(Rational::parse(open.certified.lower).approximate() == Approx(least).epsilon(1e-2));
  CHECK(Rational::parse(open.certified.upper).approximate() == Approx(most).epsilon(1e-2));
}

/// Checks upper and lower bounds.
void check_sides(const Asked& asked, double least, double most) {
  check_upper(asked, least, most);
  const double between = (least + most) / 2;
  Verdicts verdict(asked);
  CHECK(verdict(most * 1.01, "lower").verdict == VerdictKind::violated);
  CHECK(verdict(between, "lower").verdict == VerdictKind::undecided);
  CHECK(verdict(least * 0.99, "lower").verdict == VerdictKind::sound);
  CHECK(verdict(between, "estimate").verdict == VerdictKind::undecided);
}

/// Checks claims that one number decides: some neighbours attain the bound for all.
void check_decided(const Asked& asked, double truth) {
  CAPTURE(asked.mechanism, truth);
  Verdicts verdict(asked);
  CHECK(verdict(truth * 1.001).verdict == VerdictKind::sound);
  CHECK(verdict(truth * 0.999).verdict == VerdictKind::violated);
  CHECK(verdict(truth * 1.001, "lower").verdict == VerdictKind::violated);
  CHECK(verdict(truth * 0.999, "lower").verdict == VerdictKind::sound);
}

const char* const kTwoFlips = R"({"kind":"permute_and_flip","epsilon":1.0,"steps":2})";

}  // namespace

TEST_CASE("claims: a pair that nobody is known to have and that bounds nobody decides nothing",
          "[claims][both-sides]") {
  const Asked asked{
      "subsampled(above_threshold(b_threshold=2,b_queries=2,answers=[0,0],others=[1,1]),p=0.1)"};
  for (const double value : {0.00001, 0.9}) {
    const ClaimVerdict found = verdict(asked, value);
    CHECK(found.verdict == VerdictKind::undecided);
    CHECK(found.truth.upper.empty());
    CHECK(found.reason ==
          "no neighbours are known to have this pair, and what bounds all is not known");
  }
}

TEST_CASE("claims: a described pair inside a combinator is judged as that pair, and no mechanism",
          "[claims][both-sides]") {
  const std::string alone = "about the pair of the expression, not about a mechanism",
                    laws = "finite(P=[1/4,3/4],Q=[3/4,1/4])",
                    none = "shuffled_rr(epsilon0=1,n=10,ones=0)";
  const auto is_alone = [&](const Asked& asked) {
    CAPTURE(asked.mechanism);
    Verdicts verdict(asked);
    const ClaimVerdict low = verdict(1e-9), high = verdict(0.99);
    CHECK(low.verdict == VerdictKind::violated);
    CHECK(high.verdict == VerdictKind::sound);
    CHECK(low.reason.starts_with(alone) == high.reason.starts_with(alone));
    return low.reason.starts_with(alone);
  };
  CHECK(is_alone({"choice(1/2:" + laws + ",1/2:laplace(b=1))"}));
  CHECK(is_alone({"choice(1/2:laplace(b=1),1/2:exponential_mechanism(epsilon=1,t=1/2))"}));
  CHECK(is_alone({"subsampled(" + laws + ",p=0.9)"}));
  CHECK(is_alone({"subsampled(" + laws + ",p=0.9)*finite(P=[1/2,1/2],Q=[1/3,2/3])"}));
  CHECK(is_alone({none + "*shuffled_rr(epsilon0=1,n=10,ones=5)", "replace_one"}));
  // An expression with its own two data sets denotes the pair; without such a pair it denotes a mechanism.
  CHECK_FALSE(is_alone({laws}));
  CHECK_FALSE(is_alone({none + "^2", "replace_one"}));
  CHECK_FALSE(is_alone({"subsampled(laplace(b=1),p=0.9)"}));
  CHECK_FALSE(is_alone({"choice(1/2:laplace(b=1),1/2:laplace(b=2))"}));
}

TEST_CASE("pair sides: several runs of permute-and-flip", "[claims][sides]") {
  Asked asked{kTwoFlips};
  asked.at = R"({"epsilon":"1.5"})";
  CHECK(verdict(asked, 0.1235).verdict == VerdictKind::undecided);
  check_sides(asked, 0.1230909548, 0.1238491190);
  const Asked other{kTwoFlips, "replace"};
  const std::string worst = worst_member(claim_of(other, "1", "upper"), 10, [] {});
  check_sides(other, delta_of(worst), delta_of("laplace(b=1)^2"));
  // An epsilon, decided by delta at that epsilon.
  asked.quantity = "epsilon";
  asked.at = R"({"delta":"0.1235"})";
  CHECK(verdict(asked, 1.49).verdict == VerdictKind::violated);
  CHECK(verdict(asked, 1.5).verdict == VerdictKind::undecided);
  CHECK(verdict(asked, 1.51).verdict == VerdictKind::sound);
}

TEST_CASE("pair sides: one run of permute-and-flip has the Laplace profile", "[claims][sides]") {
  const Asked one{R"({"kind":"permute_and_flip","epsilon":1.0,"steps":1})"};
  check_decided(one, delta_of("laplace(b=1)"));
  // Composed with other noise, one pair of neighbours is used throughout.
  const std::string both = R"({"compose":[{"kind":"permute_and_flip","epsilon":1.0,"steps":1},)"
                           R"({"kind":"gaussian","sigma":2.0,"steps":1}]})";
  const Claim claim = claim_of({both}, "1", "upper");
  REQUIRE(claim.pair);
  check_sides({both}, delta_of(worst_member(claim, 10, [] {})),
              delta_of("laplace(b=1)*gaussian(sigma=2)"));
  // A Renyi divergence is not a point of the profile.
  Asked renyi = one;
  renyi.quantity = "rdp";
  renyi.at = R"({"order":"4"})";
  CHECK_FALSE(decided_by_pair(claim_of(renyi, "1", "upper")));
}

TEST_CASE("pair sides: batches cut at a maximal size", "[claims][sides][slow]") {
  const Asked asked{R"({"kind":"truncated_subsampled_gaussian","sigma":1.0,"sampling_rate":"0.1",)"
                    R"("dataset_size":100,"truncated_batch_size":9,"steps":3})",
                    "add_remove", "delta", R"({"epsilon":"0.25"})"};
  const Claim claim = claim_of(asked, "1", "upper");
  REQUIRE(claim.pair);
  const Rational at(1, 4);
  const double least = delta_of(claim.pair->member(), at), most = delta_of(claim.pair->ceiling, at);
  check_sides(asked, least, most);
  // The bound for all neighbours comes from the smaller pair; the pair with a shift to either side is larger.
  const double larger = delta_of(claim.mechanism, at);
  REQUIRE(most < 0.99 * larger);
  const ClaimVerdict sound = verdict(asked, (most + larger) / 2);
  CHECK(sound.verdict == VerdictKind::sound);
  CHECK(sound.reason.find("smaller pair") != std::string::npos);
  // The expression has the same meaning as the record.
  check_upper({claim.mechanism, "add_remove", "delta", R"({"epsilon":"0.25"})"}, least, most);
}

TEST_CASE("pair sides: batches drawn without replacement", "[claims][sides][sweep]") {
  const auto record = [](const std::string& steps) {
    return R"({"kind":"wor_subsampled_gaussian","sigma":1.0,"dataset_size":10,"batch_size":3,)"
           R"("steps":)" +
           steps + "}";
  };
  check_decided({record("1"), "replace"}, delta_of("without_replacement(sigma=1,n=10,batch=3)"));
  // A violation is found quickly; the digits of the true value take several times as long.
  const double start = seconds_of_thread();
  const double most = delta_of("without_replacement(sigma=1,n=10,batch=3)^2");
  Asked twice{record("2"), "replace"};
  twice.seconds = 8 * (seconds_of_thread() - start);
  check_upper(twice, delta_of("subsampled_gaussian(sigma=1,p=0.3)^2"), most);
  if (testing::of_sweep(1, 2) == 1) return;
  // For a claim about sigma, sigma is the free parameter of the member too.
  const Claim sigma = claim_of_line(
      R"({"tool":"t","method":"m","kind":"lower","value":"1","quantity":"sigma","at":)"
      R"({"epsilon":"0.5","delta":"0.001"},"adjacency":"replace","mechanism":)"
      R"({"kind":"wor_subsampled_gaussian","dataset_size":10,"batch_size":3,"steps":2}})");
  CHECK(sigma.pair->member() == "subsampled_gaussian(sigma=?,p=0.3)^2");
  const ClaimVerdict more = Judge(composition_of(sigma), {})(sigma);
  CHECK(more.verdict == VerdictKind::sound);
  CHECK(more.reason.find("already for subsampled_gaussian(sigma=?") != std::string::npos);
}

TEST_CASE("pair sides: runs of bounded range, written either way", "[claims][sides]") {
  const std::string record = R"({"kind":"exponential_mechanism","epsilon":1.0,"steps":2})";
  const double most = delta_of("exponential_mechanism(epsilon=1)^2");
  const double least = delta_of("exponential_mechanism(epsilon=1,t=0.5)^2");
  for (const std::string& text : {record, std::string("exponential_mechanism(epsilon=1)^2")}) {
    CAPTURE(text);
    CHECK(verdict({text}, most * 1.01).verdict == VerdictKind::sound);
    CHECK(verdict({text}, most * 0.999).verdict == VerdictKind::undecided);
    CHECK(verdict({text}, least * 0.99).verdict == VerdictKind::violated);
  }
  check_decided({"exponential_mechanism(epsilon=1)"}, delta_of("exponential_mechanism(epsilon=1)"));
  check_decided({"exponential_mechanism(epsilon=1,t=0.5)^2"}, least);
}

TEST_CASE("pair sides: bands and exchanged records are decided by one pair",
          "[claims][sides][slow]") {
  check_decided({R"({"kind":"amplified_bandmf","sigma":1.0,"iterations":10,"num_bands":4,)"
                 R"("sampling_prob":0.5})"},
                delta_of("subsampled_gaussian(sigma=1,p=0.5)^3"));
  check_decided(
      {R"({"kind":"subsampled_gaussian","sigma":1.0,"sampling_rate":0.5,"steps":2})", "replace"},
      delta_of("subsampled_gaussian(sigma=1,p=0.5,relation=replace)^2"));
}

TEST_CASE("pair sides: a pair that is not known to dominate refutes, and shows nothing sound",
          "[claims][sides]") {
  for (const char* mechanism :
       {"bounded_laplace(b=1,width=3,at=1)",
        "above_threshold(b_threshold=1,b_queries=1,answers=[0,0,1],others=[1,1,0],cutoff=1)"}) {
    const Asked asked{mechanism};
    const double least = delta_of(asked.mechanism);
    CHECK(verdict(asked, least * 0.99).verdict == VerdictKind::violated);
    CHECK(verdict(asked, least * 1.01).verdict == VerdictKind::undecided);
    CHECK(verdict(asked, least * 0.99, "lower").verdict == VerdictKind::sound);
    CHECK(verdict(asked, least * 1.01, "lower").verdict == VerdictKind::undecided);
  }
}

TEST_CASE("pair sides: what attackers fail in is larger for those who have less",
          "[claims][sides]") {
  // f(0.1) of two runs: at least that of the dominating pair, at most that of some neighbours.
  Asked asked{kTwoFlips, "add_remove", "tradeoff", R"({"alpha":"0.1"})"};
  const Claim claim = claim_of(asked, "0", "upper");
  const auto f = [](const std::string& mechanism) {
    PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
    return tradeoff(profile, Rational(1, 10), Effort{6}).value().approximate();
  };
  const double least = f(claim.mechanism), most = f(worst_member(claim, 10, [] {}));
  REQUIRE(least < most * 0.999);
  CHECK(verdict(asked, least * 0.99).verdict == VerdictKind::violated);
  CHECK(verdict(asked, most * 1.01).verdict == VerdictKind::sound);
  CHECK(verdict(asked, (least + most) / 2).verdict == VerdictKind::undecided);
  CHECK(verdict(asked, least * 0.99, "lower").verdict == VerdictKind::sound);
  CHECK(verdict(asked, most * 1.01, "lower").verdict == VerdictKind::violated);
}
