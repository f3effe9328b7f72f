/// Verdicts on claims whose truth is known in closed form, computed here independently.
#include "verify/claims/judging/judge.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "reference/composition/concentrated_runs.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/promise.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// A claim; by default about delta(1) of gaussian(sigma=1).
struct Line {
  std::string value = "1", kind = "upper", quantity = "delta", at = R"({"epsilon":"1"})";
  std::string mechanism = "gaussian(sigma=1)", more{}, direction = "worst";

  Claim claim() const {
    return claim_of_line(R"({"tool":"t","method":"m","value":")" + value + R"(","kind":")" + kind +
                         R"(","quantity":")" + quantity + R"(","at":)" + at + R"(,"mechanism":")" +
                         mechanism + R"(","direction":")" + direction + "\"" + more + "}");
  }
};

ClaimVerdict judged(const Line& line) {
  const Claim claim = line.claim();
  if (const auto early = verdict_without_value(claim)) return *early;
  Judge judge(composition_of(claim), {});
  return judge(claim);
}

/// Returns Phi(1/2 - 1) - e Phi(-1/2 - 1): delta(1) for mu = 1, in doubles.
double gaussian_delta() {
  const auto Phi = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  return Phi(-0.5) - std::exp(1.0) * Phi(-1.5);
}

std::string shifted(double by) { return exact_number(gaussian_delta() + by).text; }

}  // namespace

TEST_CASE("claims: bounds are sound on one side of the truth and violated on the other",
          "[claims][judge]") {
  const ClaimVerdict above = judged({shifted(1e-3)});
  CHECK(above.verdict == VerdictKind::sound);
  CHECK(above.against == "delta(epsilon=1)");
  REQUIRE(above.looseness);
  CHECK(above.looseness->approximate() == Approx(1e-3 / gaussian_delta()).epsilon(1e-6));

  const ClaimVerdict below = judged({shifted(-1e-3)});
  CHECK(below.verdict == VerdictKind::violated);
  CHECK(below.grade == ViolationGrade::material);
  CHECK_FALSE(below.confirmed_by.empty());
  REQUIRE(below.error);
  CHECK(below.error->approximate() == Approx(-1e-3).epsilon(1e-6));
  CHECK(Rational::parse(below.truth.lower) <= Rational::parse(below.truth.upper));

  CHECK(judged({shifted(-1e-3), "lower"}).verdict == VerdictKind::sound);
  CHECK(judged({shifted(1e-3), "lower"}).verdict == VerdictKind::violated);
}

TEST_CASE("claims: violations are graded by their size", "[claims][judge]") {
  CHECK(judged({shifted(-1e-9)}).grade == ViolationGrade::numerical);
  // The truth to 30 digits, rounded down to a double: below the truth by less than one ulp.
  Effort effort;
  effort.digits = 30;
  PrivacyProfile profile(Composition::parse("gaussian(sigma=1)"), Direction::forward);
  const Ball truth = delta(profile, Rational(1), effort).value();
  double nearest = truth.approximate();
  const auto above = [&](double x) {
    return !certainly_less(Ball::from_binary64(x, Bits{128}), truth);
  };
  while (above(nearest)) nearest = std::nextafter(nearest, 0);
  const ClaimVerdict v = judged({exact_number(nearest).text});
  CHECK(v.verdict == VerdictKind::violated);
  CHECK(v.grade == ViolationGrade::last_digits);
  CHECK(judged({exact_number(std::nextafter(nearest, 1)).text}).verdict == VerdictKind::sound);
}

TEST_CASE("claims: epsilon is decided by delta at the claimed epsilon", "[claims][judge]") {
  // delta(1) of the mechanism is D: epsilon is 1, up to the rounding of D.
  const std::string at = R"({"delta":")" + exact_number(gaussian_delta()).text + "\"}";
  const ClaimVerdict sound = judged({"1.0009765625", "upper", "epsilon", at});
  CHECK(sound.verdict == VerdictKind::sound);
  CHECK(sound.against == "delta(epsilon=1.0009765625)");
  REQUIRE(sound.looseness);
  CHECK(sound.looseness->approximate() == Approx(1.0 / 1024).epsilon(0.1));
  const ClaimVerdict violated = judged({"0.9999", "upper", "epsilon", at});
  CHECK(violated.verdict == VerdictKind::violated);
  CHECK(violated.error->approximate() == Approx(-1e-4).epsilon(1e-4));
  CHECK(judged({"0.9999", "lower", "epsilon", at}).verdict == VerdictKind::sound);
  CHECK(judged({"1.0001", "lower", "epsilon", at}).verdict == VerdictKind::violated);
}

TEST_CASE("claims: a privacy parameter epsilon is never below 0", "[claims][judge]") {
  // delta(0) of gaussian(sigma=1) is 0.38: for D = 0.5 the formal epsilon of the profile is negative.
  const std::string at = R"({"delta":"0.5"})";
  CHECK(judged({"0", "upper", "epsilon", at}).verdict == VerdictKind::sound);
  CHECK(judged({"0", "lower", "epsilon", at}).verdict == VerdictKind::sound);
  CHECK(judged({"-1", "lower", "epsilon", at}).verdict == VerdictKind::sound);
  CHECK(judged({"0.1", "lower", "epsilon", at}).verdict == VerdictKind::violated);
  CHECK(judged({"-9", "upper", "epsilon", at}).verdict == VerdictKind::violated);
  const ClaimVerdict zero = judged({"0", "estimate", "epsilon", at});
  REQUIRE(zero.error);
  CHECK(zero.error->is_exactly_zero());
}

TEST_CASE("claims: a pair that bounds several mechanisms, and one of them", "[claims][judge]") {
  // delta(1/2) of two runs: at least that of the losses +-1/2, at most that of bounded range.
  const auto delta = [](const std::string& mechanism) {
    PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
    return delta_at(profile, Real(Rational(1, 2)), Effort{12}).value->value().approximate();
  };
  const std::string all = "exponential_mechanism(epsilon=1)^2";
  const std::string one = "exponential_mechanism(epsilon=1,t=0.5)^2";
  const double least = delta(one), most = delta(all);
  REQUIRE(least < 0.99 * most);
  const auto verdict = [&](double value, const std::string& kind) {
    Line line{exact_number(value).text, kind};
    line.at = R"({"epsilon":"0.5"})";
    line.mechanism = all;
    Claim claim = line.claim();
    auto pair = std::make_shared<ClaimedPair>();
    pair->set_dominance(true, Attained::no);
    pair->parts = {{one}};
    claim.pair = pair;
    claim.range.reset();
    return Judge(composition_of(claim), {})(claim);
  };
  const double below = 0.9 * least, between = (least + most) / 2, above = 1.1 * most;
  CHECK(verdict(above, "upper").verdict == VerdictKind::sound);
  CHECK(verdict(between, "upper").verdict == VerdictKind::undecided);
  CHECK(verdict(below, "upper").verdict == VerdictKind::violated);
  CHECK(verdict(below, "upper").replay.find(one) != std::string::npos);
  CHECK(verdict(above, "lower").verdict == VerdictKind::violated);
  CHECK(verdict(between, "lower").verdict == VerdictKind::undecided);
  CHECK(verdict(below, "lower").verdict == VerdictKind::sound);
  CHECK(verdict(between, "estimate").verdict == VerdictKind::undecided);
}

TEST_CASE("claims: several runs of bounded range are held to their worst t and Renyi divergence",
          "[claims][judge][range]") {
  const auto line = [](const std::string& value) {
    return R"({"tool":"t","method":"m","value":")" + value +
           R"(","kind":"upper","quantity":"delta","at":{"epsilon":"12"},"mechanism":)" +
           R"({"kind":"exponential_mechanism","epsilon":1,"steps":20},"direction":"worst"})";
  };
  const auto judge_line = [&](const std::string& value) {
    const Claim claim = claim_of_line(line(value));
    REQUIRE(claim.range);
    CHECK(claim.range->runs == Rational(20));
    return Judge(composition_of(claim), {})(claim);
  };
  const RangeRuns runs{Rational(1), Rational(20)};
  const auto fixed = worst_fixed_range(runs, Rational(12), Effort{});
  const auto ceiling = range_ceiling(runs, Rational(12), 0, false);
  REQUIRE(ceiling);
  const double least = fixed.fixed.value().approximate(), most = std::exp(ceiling->log_bound);
  REQUIRE(least < 0.9 * most);
  const ClaimVerdict above = judge_line(exact_number(most * 1.01).text);
  CHECK(above.verdict == VerdictKind::sound);
  CHECK(above.reason.find("Renyi") != std::string::npos);
  CHECK(judge_line(exact_number((least + most) / 2).text).verdict == VerdictKind::undecided);
  const ClaimVerdict below = judge_line(exact_number(least * 0.99).text);
  CHECK(below.verdict == VerdictKind::violated);
  // With t = 1/2, far from the worst t here, the violation would not be detected.
  PrivacyProfile half(Composition::parse("exponential_mechanism(epsilon=1,t=1/2)^20"),
                      Direction::forward);
  CHECK(half.delta(Real(Rational(12)), Effort{8}).value.approximate() < 0.9 * least);
}

TEST_CASE("claims: concentrated privacy lies between a Gaussian and its divergences",
          "[claims][judge][CONCENTRATED-MOMENT]") {
  const auto verdict = [](double value, const std::string& kind) {
    Line line{exact_number(value).text, kind};
    Claim claim = line.claim();
    claim.concentrated = ConcentratedRuns{Rational(1, 2), Rational(0), Rational(1)};
    return Judge(composition_of(claim), {})(claim);
  };
  // The minimum over s of exp((s-1)(s/2 - 1)) (s-1)^{s-1}/s^s.
  double ceiling = 1;
  for (double s = 1.001; s < 20; s += 0.001) {
    ceiling = std::min(
        ceiling, std::exp((s - 1) * (s / 2 - 1) + (s - 1) * std::log(s - 1) - s * std::log(s)));
  }
  const double least = gaussian_delta(), exact = 0.2149111445968977;  // exact: zcdp(rho=1/2) at 1
  REQUIRE(least < 0.9 * exact);
  REQUIRE(exact < 0.999 * ceiling);
  CHECK(verdict(ceiling * 1.0001, "upper").verdict == VerdictKind::sound);
  CHECK(verdict(exact * 1.0001, "upper").verdict == VerdictKind::sound);
  CHECK(verdict(exact * 0.9999, "upper").verdict == VerdictKind::violated);
  CHECK(verdict(least * 0.99, "upper").verdict == VerdictKind::violated);
  CHECK(verdict(exact * 0.9999, "lower").verdict == VerdictKind::sound);
  CHECK(verdict(exact * 1.0001, "lower").verdict == VerdictKind::violated);
  CHECK(verdict(exact, "estimate").verdict == VerdictKind::estimate);
  CHECK(concentrated_gaussian({Rational(1, 2), Rational(0), Rational(4)}) == "gaussian(sigma=0.5)");
  CHECK_THROWS_AS(concentrated_gaussian({Rational(0), Rational(0), Rational(1)}),
                  std::invalid_argument);
}

TEST_CASE("claims: nonsense has a verdict", "[claims][judge]") {
  CHECK(judged({"-1e-9"}).verdict == VerdictKind::violated);
  CHECK(judged({"-1e-9", "lower"}).verdict == VerdictKind::sound);
  CHECK(judged({"1.5"}).verdict == VerdictKind::sound);
  CHECK(judged({"1.5", "lower"}).verdict == VerdictKind::violated);
  CHECK(judged({"nan"}).verdict == VerdictKind::broken);
  const std::string at = R"({"delta":"1e-5"})";
  CHECK(judged({"inf", "upper", "epsilon", at}).verdict == VerdictKind::sound);
  CHECK(judged({"inf", "lower", "epsilon", at}).verdict == VerdictKind::violated);
  CHECK(judged({"inf", "estimate", "epsilon", at}).verdict == VerdictKind::broken);
  Line failed;
  failed.more = R"(,"error":"ran away")";
  Claim claim = failed.claim();
  claim.value = {};
  CHECK(verdict_without_value(claim)->reason.find("ran away") != std::string::npos);
}

TEST_CASE("claims: add_remove is the worse direction, one direction is its own",
          "[claims][judge]") {
  Line line;
  line.mechanism = "subsampled_gaussian(sigma=1,p=0.1)";
  // One step in closed form: forward is p delta_gauss at a shifted epsilon, and is larger for epsilon > 0.
  PrivacyProfile forward(Composition::parse(line.mechanism), Direction::forward);
  PrivacyProfile reverse = forward.in(Direction::reverse);
  const Ball f = delta(forward, Rational(1, 10), {}).value();
  const Ball r = delta(reverse, Rational(1, 10), {}).value();
  REQUIRE(certainly_less(r, f));
  line.at = R"({"epsilon":"0.1"})";
  line.value = exact_number(((f + r) / 2).approximate()).text;
  for (const auto& [direction, expected] :
       {std::pair{"forward", VerdictKind::violated}, std::pair{"reverse", VerdictKind::sound},
        std::pair{"worst", VerdictKind::violated}}) {
    line.direction = direction;
    CHECK(judged(line).verdict == expected);
  }
  line.kind = "lower";
  line.direction = "worst";
  CHECK(judged(line).verdict == VerdictKind::sound);
  line.direction = "reverse";
  CHECK(judged(line).verdict == VerdictKind::violated);
}

TEST_CASE("claims: exactly known truths are decided though no ball is", "[claims][judge]") {
  // Beyond epsilon = 3 only the mass of infinite loss remains: 1 - 0.9 * 0.8, which is not a dyadic number.
  Line line;
  line.mechanism = "approximate_dp(epsilon=1,delta=0.1) * approximate_dp(epsilon=2,delta=0.2)";
  line.at = R"({"epsilon":"3"})";
  line.value = "0.28";
  CHECK(judged(line).verdict == VerdictKind::sound);
  line.kind = "lower";
  CHECK(judged(line).verdict == VerdictKind::sound);
  // If delta is flat, delta(x) = D does not determine on which side of epsilon x lies.
  line.quantity = "epsilon";
  line.at = R"({"delta":"0.28"})";
  line.value = "5";
  CHECK(judged(line).verdict == VerdictKind::undecided);
  line.kind = "upper";
  CHECK(judged(line).verdict == VerdictKind::sound);
  // Below the mass of infinite loss there is no epsilon.
  line.at = R"({"delta":"0.2"})";
  CHECK(judged(line).verdict == VerdictKind::violated);
  line.value = "inf";
  line.kind = "lower";
  CHECK(judged(line).verdict == VerdictKind::sound);
  CHECK(judged(line).reason.find("no finite epsilon") != std::string::npos);
  line.quantity = "rdp";
  line.at = R"({"order":"2"})";
  CHECK(judged(line).verdict == VerdictKind::sound);
  CHECK(judged(line).reason == "the Renyi divergence of this order is infinite");
  line.value = "-inf";
  line.kind = "upper";
  CHECK(judged(line).verdict == VerdictKind::violated);
  line.value = "3";
  CHECK(judged(line).verdict == VerdictKind::violated);
  CHECK(judged(line).grade == ViolationGrade::gross);
  CHECK(judged(line).certified.lower == "inf");
  line.kind = "lower";
  CHECK(judged(line).verdict == VerdictKind::sound);
  line.value = "-inf";
  CHECK(judged(line).verdict == VerdictKind::sound);
  line.kind = "estimate";
  CHECK(judged(line).verdict == VerdictKind::broken);
}

TEST_CASE("claims: a delta of 0 is sound beyond all losses, and not before", "[claims][judge]") {
  Line line;
  line.value = "0";
  for (const auto& [mechanism, largest] :
       {std::pair{"laplace(b=1)^3", "3"}, std::pair{"discrete_laplace(b=4)^5", "1.25"},
        std::pair{"finite(P=[0.5,0.25,0.25],Q=[0.25,0.25,0.5])^4", "2.8"}}) {
    CAPTURE(mechanism);
    line.mechanism = mechanism;
    line.at = R"({"epsilon":"40"})";
    CHECK(judged(line).verdict == VerdictKind::sound);
    line.at = std::string(R"({"epsilon":")") + largest + "\"}";
    CHECK(judged(line).verdict == VerdictKind::sound);
    line.at = R"({"epsilon":"1"})";
    CHECK(judged(line).verdict == VerdictKind::violated);
  }
  // If losses are unbounded, such a small delta is only bounded.
  line.mechanism = "discrete_gaussian(sigma=2)^4";
  line.at = R"({"epsilon":"40"})";
  CHECK(judged(line).verdict == VerdictKind::undecided);
}

TEST_CASE("claims: a finite bound on what is infinite is gross, and so is the other way round",
          "[claims][judge]") {
  Line line;  // epsilon at a delta below the mass at infinity
  line.mechanism = "approximate_dp(epsilon=1,delta=0.01)";
  line.quantity = "epsilon";
  line.at = R"({"delta":"0.001"})";
  line.value = "40";
  const ClaimVerdict finite = judged(line);
  CHECK(finite.verdict == VerdictKind::violated);
  CHECK(finite.grade == ViolationGrade::gross);
  line.kind = "estimate";
  CHECK(judged(line).verdict == VerdictKind::broken);
  line.kind = "lower";
  CHECK(judged(line).verdict == VerdictKind::sound);
  line.at = R"({"delta":"0.1"})";
  line.value = "inf";
  const ClaimVerdict infinite = judged(line);
  CHECK(infinite.verdict == VerdictKind::violated);
  CHECK(infinite.grade == ViolationGrade::gross);
}

TEST_CASE("claims: the size of an error is not negative", "[claims][judge]") {
  Line line;
  for (const char* more :
       {R"(,"tolerance":"-1e-3")", R"(,"tolerance":-0.001)", R"(,"tolerance":"-1e-3 relative")",
        R"(,"options":{"eps_error":-0.1})", R"(,"options":{"delta_error":"-1e-9"})"}) {
    CAPTURE(more);
    line.more = more;
    CHECK_THROWS_WITH(line.claim(), Catch::Contains("must be 0 or greater"));
  }
}

TEST_CASE("claims: sigma is judged on its tolerance", "[claims][judge]") {
  Line line;  // sigma with delta(1) = gaussian_delta(): 1
  line.mechanism = "gaussian(sigma=?)";
  line.quantity = "sigma";
  line.at = R"({"epsilon":"1","delta":")" + exact_number(gaussian_delta()).text + R"("})";
  line.kind = "estimate";
  line.value = "1.01";
  line.more = R"(,"tolerance":"0.005")";
  const ClaimVerdict off = judged(line);
  REQUIRE(off.promise);
  CHECK(off.promise->verdict == VerdictKind::violated);
  CHECK_FALSE(off.promise->confirmed_by.empty());
  line.more = R"(,"tolerance":"0.02")";
  REQUIRE(judged(line).promise);
  CHECK(judged(line).promise->verdict == VerdictKind::sound);
  line.more = R"(,"tolerance":"2")";  // reaches values for which no sigma exists
  CHECK(judged(line).promise->verdict == VerdictKind::sound);
  line.kind = "upper";
  line.value = "0.99";
  line.more = R"(,"tolerance":"0.02")";
  CHECK(judged(line).verdict == VerdictKind::sound);
  CHECK(judged(line).by_tolerance);
  line.more = R"(,"tolerance":"0.005")";
  CHECK(judged(line).verdict == VerdictKind::violated);
}

TEST_CASE("claims: estimates get certified errors, and stated errors are claims",
          "[claims][judge]") {
  Line line;
  line.kind = "estimate";
  line.value = shifted(2e-4);
  line.more = R"(,"tolerance":"1e-4")";
  const ClaimVerdict off = judged(line);
  CHECK(off.verdict == VerdictKind::estimate);
  CHECK(off.error->approximate() == Approx(2e-4).epsilon(1e-6));
  CHECK(off.error->relative_digits() >= 3);
  REQUIRE(off.promise);
  CHECK(off.promise->verdict == VerdictKind::violated);
  CHECK_FALSE(off.promise->confirmed_by.empty());
  line.more = R"(,"tolerance":"3e-4")";
  CHECK(judged(line).promise->verdict == VerdictKind::sound);
  line.more = R"(,"tolerance":"0.01 relative")";
  CHECK(judged(line).promise->verdict == VerdictKind::sound);
  // The profile shifted by both errors: its slope at 1 is -e Phi(-3/2) = -0.18.
  line.more = R"(,"options":{"eps_error":0.002,"delta_error":1e-8})";
  CHECK(judged(line).promise->verdict == VerdictKind::sound);
  line.more = R"(,"options":{"eps_error":0.001,"delta_error":1e-8})";
  CHECK(judged(line).promise->verdict == VerdictKind::violated);
  // A bound with a tolerance is compared after a shift by the tolerance.
  line.kind = "upper";
  line.value = shifted(-2e-4);
  line.more = R"(,"tolerance":"3e-4")";
  const ClaimVerdict saved = judged(line);
  CHECK(saved.verdict == VerdictKind::sound);
  CHECK(saved.by_tolerance);
  CHECK_THAT(saved.reason, Catch::StartsWith("holds only by its tolerance"));
  line.value = shifted(2e-4);  // valid without the tolerance
  CHECK_FALSE(judged(line).by_tolerance);
}

TEST_CASE("claims: sigma, mu, Renyi divergence and rates", "[claims][judge]") {
  // G_1 has delta(1) = gaussian_delta(): sigma = 1 just meets the target.
  const std::string target =
      R"({"epsilon":"1","delta":")" + exact_number(gaussian_delta()).text + "\"}";
  Line sigma{"1.001", "upper", "sigma", target, "gaussian(sigma=?)"};
  CHECK(judged(sigma).verdict == VerdictKind::sound);
  sigma.value = "0.999";
  const ClaimVerdict low = judged(sigma);
  CHECK(low.verdict == VerdictKind::violated);
  CHECK(low.error->approximate() == Approx(-1e-3).epsilon(1e-3));
  // mu = sqrt(9)/2; the Renyi divergence of order a of G_mu is a mu^2/2.
  const ClaimVerdict mu = judged({"1.5", "upper", "gdp_mu", "{}", "gaussian(sigma=2)^9"});
  CHECK(mu.error->is_exactly_zero());
  CHECK(judged({"1.4", "estimate", "gdp_mu", "{}", "gaussian(sigma=2)^9"}).error->approximate() ==
        Approx(-0.1));
  CHECK(judged({"1", "estimate", "gdp_mu", "{}", "subsampled_gaussian(sigma=1,p=0.1)"}).verdict ==
        VerdictKind::unsupported);
  const Line renyi{"5.5", "upper", "rdp", R"({"order":"10"})", "gaussian(sigma=1)"};
  const ClaimVerdict loose = judged(renyi);
  CHECK(loose.verdict == VerdictKind::sound);
  CHECK(loose.looseness->approximate() == Approx(0.1));
  // tpr at fpr = 1 - f(fpr): at fpr = 0 an attack on a Gaussian detects nothing with certainty.
  const ClaimVerdict rate = judged({"0.01", "upper", "tpr", R"({"fpr":"0"})"});
  CHECK(rate.verdict == VerdictKind::sound);
}

TEST_CASE("claims: undecided within the time limit says so", "[claims][judge]") {
  Line line;
  line.mechanism = "subsampled_gaussian(sigma=0.3,p=0.01)^20";
  const Claim claim = line.claim();
  JudgeLimits limits;
  limits.seconds = 1e-9;
  Judge judge(composition_of(claim), limits);
  const ClaimVerdict v = judge(claim);
  if (v.verdict == VerdictKind::undecided) {
    CHECK(v.reason.find("time limit") != std::string::npos);
  } else {
    CHECK(v.verdict == VerdictKind::sound);  // delta <= 1 requires no time
  }
}

TEST_CASE("claims: a factor of two is gross on either side, whatever the digits",
          "[claims][judge]") {
  Random random(31);
  for (int i = 0; i < iterations(8); ++i) {
    const std::string mechanism =
        "gaussian(sigma=" + Random::text(random.log_uniform(0.5, 4)) + ")";
    const double epsilon = random.uniform(0.2, 3);
    PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
    const double truth = delta(profile, Rational::from_binary64(epsilon), {}).value().approximate();
    if (truth < 1e-20) continue;  // for tiny values the verdict states no factor
    const std::string at = R"({"epsilon":")" + exact_number(epsilon).text + "\"}";
    const auto grade = [&](double factor, const char* kind) {
      CAPTURE(mechanism, epsilon, truth, factor, kind);
      const ClaimVerdict v =
          judged({exact_number(truth * factor).text, kind, "delta", at, mechanism});
      CHECK(v.verdict == VerdictKind::violated);
      return v.grade;
    };
    const double below = random.uniform(0.51, 0.99), above = random.uniform(1.01, 1.99);
    CHECK(grade(below, "upper") == ViolationGrade::material);
    CHECK(grade(0.99 * (1 - below), "upper") == ViolationGrade::gross);
    CHECK(grade(above, "lower") == ViolationGrade::material);
    CHECK(grade(1.01 * (above + 1), "lower") == ViolationGrade::gross);
    CHECK(grade(1 - 1e-9, "upper") == ViolationGrade::numerical);
    CHECK(grade(1 + 1e-9, "lower") == ViolationGrade::numerical);
  }
}

TEST_CASE("claims: a lower bound far above the truth is graded without the truth's digits",
          "[claims][judge]") {
  // The truth is below 1e-91, where no engine computes digits in ten seconds; Chernoff's bound is 1e-18.
  JudgeLimits limits;
  limits.seconds = 4;
  const Claim claim = Line{"1e-15", "lower", "delta", R"({"epsilon":"0.1"})",
                           "subsampled_gaussian(sigma=5,p=0.001)^10"}
                          .claim();
  Judge judge(composition_of(claim), limits);
  const ClaimVerdict v = judge(claim);
  CHECK(v.verdict == VerdictKind::violated);
  CHECK(v.grade == ViolationGrade::gross);
  CHECK(Rational::parse(v.truth.upper) < Rational::parse("1e-27"));
  CHECK(Rational::parse(v.truth.lower).is_zero());
}

TEST_CASE("claims: no digits are sought of a delta that is nothing beside the limit it fails",
          "[claims][judge]") {
  Line line{"1e-9", "lower", "delta", R"({"epsilon":"0.00447"})"};
  line.mechanism = "subsampled_gaussian(sigma=6.76,p=0.000127)^16";
  line.direction = "forward";
  const ClaimVerdict far = judged(line);
  CHECK(far.verdict == VerdictKind::violated);
  CHECK(far.grade == ViolationGrade::gross);
  CHECK_FALSE(far.confirmed_by.empty());
  CHECK(Rational::parse(far.truth.upper) < Rational::parse("1e-25"));
  // Its digits would need a lattice of many nodes, which takes seconds.
  CHECK(far.engine.find("lattice") == std::string::npos);
}

TEST_CASE("claims: a lower bound of a truth known from above alone is gross from twice that on",
          "[claims][judge]") {
  const Claim claim = Line{"1e-15", "lower", "delta", R"({"epsilon":"9"})",
                           "subsampled_gaussian(sigma=2,p=0.01)^1000"}
                          .claim();
  Judge judge(composition_of(claim), {});
  const ClaimVerdict v = judge(claim);
  CHECK(v.verdict == VerdictKind::violated);
  CHECK(v.grade == ViolationGrade::gross);
  CHECK(Rational::parse(v.truth.upper) < Rational::parse("1e-27"));
}

TEST_CASE("claims: epsilon is found from wherever a claim makes it begin", "[claims][judge]") {
  Random random(37);
  for (int i = 0; i < iterations(6); ++i) {
    const std::string mechanism =
        i % 2 == 0 ? "gaussian(sigma=" + Random::text(random.log_uniform(0.5, 4)) + ")^3"
                   : "approximate_dp(epsilon=" + Random::text(random.uniform(0.1, 1)) +
                         ",delta=1e-9)^" + std::to_string(random.integer(2, 9));
    const double D = random.log_uniform(1e-7, 0.3);
    const std::string at = R"({"delta":")" + exact_number(D).text + "\"}";
    PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
    const Extended epsilon = plumbline::epsilon(profile, Rational::from_binary64(D), {});
    REQUIRE_FALSE(epsilon.is_infinite());
    const double truth = std::max(0.0, epsilon->value().approximate());
    for (const double start : {0.0, 1e-9, truth * 1e-3, truth * 0.9, truth * 1.001, truth + 30}) {
      CAPTURE(mechanism, D, start, truth);
      const ClaimVerdict v =
          judged({exact_number(start).text, "estimate", "epsilon", at, mechanism});
      CHECK(v.verdict == VerdictKind::estimate);
      const double low = Rational::parse(v.truth.lower).approximate();
      const double high = Rational::parse(v.truth.upper).approximate();
      CHECK(low <= truth * (1 + 1e-12));
      CHECK(high >= truth * (1 - 1e-12));
      CHECK(high - low <= 2e-4 * truth);
    }
  }
}
