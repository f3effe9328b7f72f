/// The claims that counts of attacks refute.
#include <array>
#include <tuple>

#include "reference/statistics/binomial.hpp"
#include "reference/statistics/clopper_pearson.hpp"
#include "reference/statistics/trial_claims.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const ErrorShares kShares = ErrorShares::of(number("0.95"), number("0.5"));

ErrorLimits limits_of(const TrialCounts& counts, int digits = 20) {
  return error_limits(counts, kShares, digits);
}

/// Returns given limits as numbers.
ErrorLimits exact_limits(const std::string& alpha, const std::string& beta) {
  return {ball(alpha), ball(beta), "given"};
}

Ball log_of(const std::string& fraction) { return log(ball(fraction)); }

}  // namespace

TEST_CASE("audited delta: by hand, and at an epsilon that it refutes",
          "[statistics][AUDIT-REFUTES]") {
  const ErrorLimits limits = exact_limits("0.01", "0.3");
  const Real epsilon = Real(number("1.5"));
  const Ball e = exp(ball("1.5")), forward = ball("0.7") - e * ball("0.01"),
             reverse = ball("0.99") - e * ball("0.3");
  const auto delta = [&](Direction direction) {
    return audited_delta(limits, epsilon, direction, 15).value();
  };
  CHECK(overlaps(delta(Direction::forward), forward));
  CHECK(certainly_negative(reverse));
  CHECK(delta(Direction::reverse).is_exactly_zero());
  CHECK(overlaps(delta(Direction::worst), forward));
  CHECK(delta(Direction::forward).relative_digits() > 12);
  const Rational below = number("0.655");  // 0.7 - 0.01 e^1.5 = 0.65518
  const Ball back = audited_epsilon(limits, below, Direction::forward, 15).value();
  CHECK(certainly_less(ball("1.5"), back));
  CHECK_THROWS_WITH(audited_delta(limits, Real(number("-1")), Direction::forward, 5),
                    Catch::Contains("must not be negative"));
}

TEST_CASE("audited numbers: by hand from given limits", "[statistics][AUDIT-REFUTES]") {
  const ErrorLimits limits = exact_limits("0.01", "0.4");
  const Rational delta = number("0.1");
  check_meet(audited_epsilon(limits, delta, Direction::forward, 20).value(), log_of("50"), 20);
  check_meet(audited_epsilon(limits, delta, Direction::reverse, 20).value(), log_of("0.89/0.4"),
             20);
  check_meet(audited_epsilon(limits, delta, Direction::worst, 20).value(), log_of("50"), 20);
  check_meet(audited_advantage(limits, 20).value(), ball("0.59"), 20);
  check_meet(audited_tpr(limits, number("0.01"), 20).value(), ball("0.6"), 20);
  check_meet(audited_tpr(limits, number("0.001"), 20).value(), ball("0.06"), 20);
  check_meet(audited_tpr(limits, number("0.505"), 20).value(), ball("0.8"), 20);
  // The errors 1 - Phi(2) and Phi(-1) of G_mu belong to mu = 3.
  const Ball alpha = normal_cdf(ball("-2")), beta = normal_cdf(ball("-1"));
  check_meet(audited_mu({alpha, beta, "given"}, 20).value(), ball("3"), 20);
}

TEST_CASE("audited numbers: of wide limits the truth is inside", "[statistics][AUDIT-REFUTES]") {
  const Ball alpha = Ball::hull(ball("0.01"), ball("0.02")), beta = ball("0.4");
  const Ball found =
      audited_epsilon({alpha, beta, "given"}, Rational(0), Direction::forward, 5).value();
  CHECK(found.contains(log_of("60").midpoint()));
  CHECK(found.contains(log_of("30").midpoint()));
}

TEST_CASE("audited numbers: an attack no better than chance refutes nothing", "[statistics]") {
  for (const auto& [alpha, beta] :
       {std::pair{"0.7", "0.5"}, {"1", "0.2"}, {"0.2", "1"}, {"1", "1"}}) {
    CAPTURE(alpha, beta);
    const ErrorLimits limits = exact_limits(alpha, beta);
    CHECK(audited_epsilon(limits, Rational(0), Direction::worst, 15).value().is_exactly_zero());
    CHECK(audited_mu(limits, 15).value().is_exactly_zero());
    CHECK(audited_advantage(limits, 15).value().is_exactly_zero());
    CHECK(audited_tpr(limits, number("0.3"), 15).value().contains(number("0.3")));
  }
}

TEST_CASE("trials: known numbers", "[statistics][AUDIT-REFUTES]") {
  // 0 of 100 false positives, 0 of 100 misses: both limits are 1 - 0.025^(1/100).
  const Ball limit = Ball::integer(1, Bits{200}) - exp(log(ball("0.025", Bits{200})) / 100);
  const ErrorLimits perfect = limits_of({0, 100, 0, 100});
  check_meet(perfect.alpha, limit, 20);
  const Ball epsilon = log((Ball::integer(1, Bits{200}) - limit) / limit);
  check_meet(audited_epsilon(perfect, Rational(0), Direction::worst, 20).value(), epsilon, 20);
  for (const int digits : {1, 2}) {  // so few that the width is visible
    check_meet(
        audited_epsilon(limits_of({0, 100, 0, 100}, digits), Rational(0), Direction::worst, digits)
            .value(),
        epsilon, digits);
  }
}

TEST_CASE("trials: invalid questions are refused", "[statistics]") {
  CHECK_THROWS_AS((TrialCounts{-1, 5, 0, 5}.check()), std::invalid_argument);
  CHECK_THROWS_AS((TrialCounts{6, 5, 0, 5}.check()), std::invalid_argument);
  CHECK_THROWS_AS((TrialCounts{0, 0, 0, 5}.check()), std::invalid_argument);
  CHECK_THROWS_AS(ErrorShares::of(number("95"), number("0.5")), std::invalid_argument);
  CHECK_THROWS_AS(ErrorShares::of(number("0.95"), number("1")), std::invalid_argument);
}

TEST_CASE("p-value of a claim: the level at which the limits just refute it",
          "[statistics][AUDIT-P-VALUE]") {
  const Rational split = number("0.3");
  const ErrorShares weights{split, Rational(1) - split};

  for (const TrialCounts& counts :
       {TrialCounts{2, 1000, 860, 1000}, {0, 50, 10, 80}, {40, 100, 50, 100}}) {
    for (const char* epsilon : {"0", "1", "2.5"}) {
      CAPTURE(counts.false_positives, counts.misses, epsilon);
      const ClaimedCurve claim = claimed_curve(number(epsilon), number("1e-5"), Direction::worst);
      const Certified p = claim_p_value(counts, weights, claim, Effort{10});
      CHECK(p.reached());
      if (!certainly_less(p.value(), Ball(number("0.999"), Bits{64}))) continue;
      const auto [low, high] = p.value().decimal_ends(9);
      for (const auto& [level, refuted] :
           {std::pair{*high * number("1.01"), true}, {*low * number("0.99"), false}}) {
        const ErrorShares shares = ErrorShares::of(Rational(1) - level, split);
        const Ball found =
            audited_epsilon(error_limits(counts, shares, 20), number("1e-5"), Direction::worst, 20)
                .value();
        CHECK(certainly_less(ball(epsilon), found) == refuted);
      }
    }
  }
}

TEST_CASE("p-value of a claim: coarse, and of a curve known in closed form",
          "[statistics][AUDIT-P-VALUE]") {
  // Perfectly private, all guesses right: A(x) = 2 (1-x)^n and B(x) = 2 x^n cross at 1/2.
  const ClaimedCurve claim = claimed_curve(Rational(0), Rational(0), Direction::worst);
  const ErrorShares halves{number("0.5"), number("0.5")};
  const Ball truth = exp(log(ball("0.5")) * 9);
  for (const int digits : {1, 3, 12}) {
    check_meet(claim_p_value({0, 10, 0, 10}, halves, claim, Effort{digits}).value(), truth, digits);
  }
  // For a mechanism the test uses its curve only.
  const auto profile =
      std::make_shared<PrivacyProfile>(Composition::parse("perfectly_private()"), Direction::worst);
  check_meet(claim_p_value({0, 10, 0, 10}, halves, claimed_curve(profile), Effort{10}).value(),
             truth, 9);
}

TEST_CASE("p-value of a claim: exactly 1 where both sides reach 1, else as the limits decide",
          "[statistics][AUDIT-P-VALUE]") {
  const auto p_of = [](const TrialCounts& counts, const Rational& split,
                       const ClaimedCurve& claim) {
    return claim_p_value(counts, {split, Rational(1) - split}, claim, Effort{10});
  };
  // Counts far below the claim: the two functions do not cross, or cross where both exceed 1.
  for (const auto& [counts, split, epsilon, delta, direction] :
       {std::tuple{TrialCounts{137, 3000, 3500, 5000}, "0.9", "1", "1e-5", Direction::reverse},
        {TrialCounts{93, 100, 0, 100}, "0.1", "0.1", "0.05", Direction::worst}}) {
    const Certified p =
        p_of(counts, number(split), claimed_curve(number(epsilon), number(delta), direction));
    CHECK(p.reached());
    CHECK(p.value().is_exact());
    check_meet(p.value(), ball("1"), 12);
  }
  Random random(1580);
  int ones = 0;
  for (int i = 0; i < iterations(60); ++i) {
    const long others = random.integer(2, 3000), members = random.integer(2, 3000);
    const TrialCounts counts{random.integer(0, static_cast<int>(others) - 1), others,
                             random.integer(0, static_cast<int>(members) - 1), members};
    const Rational split = number(Random::text(random.uniform(0.02, 0.98)));
    const Rational epsilon = number(Random::text(random.uniform(0, 3)));
    const Direction direction = std::array{Direction::forward, Direction::reverse,
                                           Direction::worst}[static_cast<size_t>(i) % 3];
    CAPTURE(counts.false_positives, others, counts.misses, members, split.text(), epsilon.text());
    const ClaimedCurve claim = claimed_curve(epsilon, number("1e-5"), direction);
    const Certified p = p_of(counts, split, claim);
    CHECK(p.reached());
    ones += p.value().is_exact() ? 1 : 0;
    for (const char* level : {"0.01", "0.3", "0.999"}) {
      const ErrorShares shares{number(level) * split, number(level) * (Rational(1) - split)};
      const auto refuted = is_refuted(error_limits(counts, shares, 20), claim, Effort{15});
      const auto small = is_refuted(p, number(level));
      REQUIRE((refuted && small));
      CHECK(*refuted == *small);
    }
  }
  CHECK(ones > 0);
}

TEST_CASE("audited parameter: of a Gaussian it is mu", "[statistics][slow]") {
  const ErrorLimits limits = limits_of({3, 2000, 900, 2000});
  const Family family("gaussian(sigma=?)", "");
  const auto found = audited_parameter(limits, family, Direction::worst, "auto", Effort{8});
  REQUIRE(found);
  CHECK(found->above);
  check_meet(Ball::integer(1, Bits{128}) / found->value.value(), audited_mu(limits, 8).value(), 8);
  CHECK_FALSE(audited_parameter(limits_of({50, 100, 50, 100}), family, Direction::worst, "auto",
                                Effort{8}));
}

TEST_CASE("reconstruction: limits and claims by hand", "[statistics]") {
  const ReconstructionCounts counts{5, 5, number("0.1")};
  const Rational error = number("0.05");
  const Ball limit = exp(log(ball("0.05")) / 5);
  check_meet(audited_gamma(counts, error, 15).value(), limit, 15);
  check_meet(reconstruction_epsilon(counts, error, number("0.01"), 15).value(),
             log((limit - ball("0.01")) / ball("0.1")), 15);
  check_meet(reconstruction_mu(counts, error, 15).value(),
             normal_quantile(limit) - normal_quantile(ball("0.1")), 15);
  // gamma(0.1) = e 0.1 for (1, 0)-DP: five successes of five have its fifth power.
  const ClaimedCurve claim = claimed_curve(Rational(1), Rational(0), Direction::forward);
  const Ball gamma = exp(ball("1")) / 10;
  check_meet(reconstruction_p_value(counts, claim, Effort{15}).value(), exp(log(gamma) * 5), 14);
}
