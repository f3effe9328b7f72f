/// Sharing work between claims only saves time: each claim has the same verdict as alone.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/share.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/json_claim.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Each uses another method: one line, parts of several scales, a line with few digits where the usual engine is a
/// long sum, closed forms.
const std::vector<std::string> kCompositions = {"subsampled_gaussian(sigma=1,p=0.01)^1000",
                                                "subsampled_gaussian(sigma=0.5,p=0.001)^30",
                                                "laplace(b=5)^120", "gaussian(sigma=2)^3"};

std::string decimal(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

Claim claim_of(const std::string& composition, const std::string& quantity,
               const std::string& argument, double at, double value, const std::string& kind) {
  nlohmann::json record = {{"tool", "t"},
                           {"method", "m"},
                           {"quantity", quantity},
                           {"kind", kind},
                           {"mechanism", composition},
                           {"direction", "worst"},
                           {"value", decimal(value)}};
  record["at"][argument] = decimal(at);
  return claim_of_line(record.dump());
}

/// Returns random claims about delta at some epsilon, or epsilon at the corresponding delta. Each differs from the
/// truth by a factor between 1 +- 1e-9 and very large, to either side.
std::vector<Claim> random_claims(const std::string& composition, Random& random) {
  std::vector<Claim> out;
  PrivacyProfile profile(Composition::parse(composition), Direction::worst);
  for (int i = 0; i < iterations(1); ++i) {
    const double scale = profile.approximate_location().deviation;
    const double epsilon = scale * random.uniform(0.5, 4);
    Effort effort;
    effort.digits = 16;
    const double truth =
        delta(profile, Rational::from_binary64(epsilon), effort).value().approximate();
    for (const std::string kind : {"upper", "lower", "estimate"}) {
      const double off = random.log_uniform(1e-9, 1) * (random.integer(0, 1) == 0 ? 1 : -0.9);
      out.push_back(claim_of(composition, "delta", "epsilon", epsilon, truth * (1 + off), kind));
      out.push_back(claim_of(composition, "epsilon", "delta", truth, epsilon * (1 + off), kind));
    }
  }
  return out;
}

bool apart(const PrintedBounds& a, const PrintedBounds& b) {
  if (a.lower.empty() || b.lower.empty()) return false;
  return Rational::parse(a.upper) < Rational::parse(b.lower) ||
         Rational::parse(b.upper) < Rational::parse(a.lower);
}

}  // namespace

TEST_CASE("claims: a verdict is the same whatever was judged before",
          "[claims][judge][sharing][sweep]") {
  Random random(71);
  int turn = 0;
  for (const std::string& composition : kCompositions) {
    const std::vector<Claim> claims = random_claims(composition, random);
    Judge shared(Composition::parse(composition), {});
    for (const Claim& claim : claims) {
      const ClaimVerdict a = shared(claim);
      CHECK(a.verdict != VerdictKind::undecided);
      if (!of_list(turn++, 3)) continue;
      Judge alone(Composition::parse(composition), {});
      const ClaimVerdict b = alone(claim);
      CAPTURE(composition, claim.quantity, claim.value.text, a.reason, b.reason);
      CHECK(a.verdict == b.verdict);
      CHECK(a.grade == b.grade);
      CHECK_FALSE(apart(a.truth, b.truth));
      CHECK(a.relative.has_value() == b.relative.has_value());
    }
  }
}

TEST_CASE("claims: few digits decide what is far from the truth, and are all that is asked",
          "[claims][judge][sharing]") {
  const Inequality far = delta_inequality(number("1"), number("0.5"), true, "");
  PrivacyProfile profile(Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^1000"),
                         Direction::worst);
  const Decision holds = decide(far, profile, [] {});
  CHECK(holds.outcome == Outcome::holds);
  CHECK(holds.digits == kRoughDigits);
  // A failed claim is decided with more digits, and so is a close one.
  const Inequality false_one = delta_inequality(number("1"), number("1e-6"), true, "");
  const Decision fails = decide(
      false_one, profile, [] {}, 8);
  CHECK(fails.outcome == Outcome::fails);
  CHECK(fails.digits == 8);
  CHECK(fails.left.value->value().relative_digits() >= 8);
  PrivacyProfile other(profile.composition(), Direction::worst);
  const Ball truth = delta(other, Rational(1), Effort{30}).value();
  const Inequality close =
      delta_inequality(number("1"), number(truth.decimal_bounds(26).second), true, "");
  const Decision barely = decide(close, profile, [] {});
  CHECK(barely.outcome == Outcome::holds);
  CHECK(barely.digits > kRoughDigits);
}

TEST_CASE("claims: second paths are asked by what they cost", "[claims][judge][sharing]") {
  const auto names = [](const std::string& text, const std::string& used) {
    std::vector<std::string> out;
    for (const Path& path : other_paths(Composition::parse(text), used, false)) {
      if (!path.vary) out.push_back(path.engine);
    }
    return out;
  };
  // One step: an integral, a line, and then an engine for few thresholds.
  CHECK(names("subsampled_gaussian(sigma=1,p=0.01)", "closed_form") ==
        std::vector<std::string>{"direct", "fourier", "edge"});
  CHECK(names("gaussian(sigma=1)^10", "closed_form").front() == "direct");
  // An engine that repeats the sums comes after a short line and before a long one.
  CHECK(names("discrete_laplace(b=1)^10", "finite").front() == "fourier");
  const auto long_line = names("finite(P=[1/3,2/3],Q=[0.4,0.6])^10", "finite");
  CHECK(long_line.front() == "conditioned");
}
