#include "reference/quantities/comparison/comparison.hpp"

#include "reference/quantities/divergence.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;
using Order = ComparedRange::Order;

namespace {

PrivacyProfile profile(const std::string& mechanism, Direction d = Direction::worst) {
  return PrivacyProfile(Composition::parse(mechanism), d);
}

std::vector<Ball> crossings(const Comparison& c) {
  std::vector<Ball> out;
  for (const ComparedRange& range : c.ranges) {
    if (range.kind == Order::crossing) out.push_back(Ball::hull(range.from, range.to));
  }
  return out;
}

}  // namespace

TEST_CASE("compare: gaussian and laplace cross at the known priors",
          "[quantities][compare][PROFILE-CELL]") {
  PrivacyProfile g = profile("gaussian(sigma=1)"), l = profile("laplace(b=1)");
  const Comparison c = compare(g, l, Effort{30});
  CHECK(c.reached);
  CHECK(c.verdict == Dominance::cross);
  const std::vector<Ball> at = crossings(c);
  REQUIRE(at.size() == 2);
  const Ball one = ball("1"), prior = one / (one + exp(-at[0].at(Bits{256})));
  CHECK(overlaps(prior, ball("0.4185393766370136923963262058288823171795") +
                            Ball::hull(ball("-1e-40"), ball("1e-40"))));
  CHECK(prior.relative_digits() > 29);
  CHECK(overlaps(at[0], -at[1]));
}

TEST_CASE("compare: verdicts", "[quantities][compare][PROFILE-CELL][PROFILE-ENDS]") {
  struct Expected {
    const char *first, *second;
    Direction direction;
    Dominance verdict;
    size_t crossings;
  };
  const Expected table[] = {
      {"gaussian(sigma=1)", "gaussian(sigma=2)", Direction::worst, Dominance::second_more_private,
       0},
      {"gaussian(sigma=2)", "gaussian(sigma=1)", Direction::forward, Dominance::first_more_private,
       0},
      {"randomized_response(epsilon=1)", "gaussian(sigma=1)", Direction::worst, Dominance::cross,
       2},
      {"subsampled_gaussian(sigma=0.6595955276,p=0.1)",
       "subsampled_gaussian(sigma=1.0522393411,p=0.9)", Direction::forward, Dominance::cross, 1},
      {"subsampled_gaussian(sigma=0.6595955276,p=0.1)",
       "subsampled_gaussian(sigma=1.0522393411,p=0.9)", Direction::worst, Dominance::cross, 2},
      {"perfectly_private()", "laplace(b=1)", Direction::worst, Dominance::first_more_private, 0},
      {"laplace(b=1)", "blatantly_non_private()", Direction::forward, Dominance::first_more_private,
       0},
      {"randomized_response(epsilon=1)", "approximate_dp(epsilon=1,delta=0)", Direction::worst,
       Dominance::equal, 0},
      {"gaussian(sigma=1)^4", "gaussian(sigma=0.5)", Direction::reverse, Dominance::equal, 0},
      {"approximate_dp(epsilon=1,delta=0.1)", "approximate_dp(epsilon=2,delta=0.01)",
       Direction::worst, Dominance::cross, 2},
  };
  for (const Expected& e : table) {
    PrivacyProfile a = profile(e.first, e.direction), b = profile(e.second, e.direction);
    const Comparison c = compare(a, b, Effort{15});
    CAPTURE(e.first, e.second, direction_name(e.direction));
    CHECK(c.reached);
    CHECK(c.verdict == e.verdict);
    CHECK(crossings(c).size() == e.crossings);
  }
}

TEST_CASE("compare: signs hold at random epsilons, and agree with the divergence",
          "[quantities][compare][PROFILE-CELL][PROFILE-ENDS]") {
  testing::Random random(81);
  int crossed = 0;
  for (int i = 0; i < testing::iterations(12); ++i) {
    const auto mechanism = [&] {
      const std::string s = testing::Random::text(random.log_uniform(0.6, 2));
      const std::string p = testing::Random::text(random.log_uniform(0.05, 0.9));
      switch (random.integer(0, 3)) {
        case 0:
          return "gaussian(sigma=" + s + ")";
        case 1:
          return "laplace(b=" + s + ")";
        case 2:
          return "discrete_laplace(b=" + s + ")^2";
        default:
          return "subsampled_gaussian(sigma=" + s + ",p=" + p + ")";
      }
    };
    const std::string first = mechanism(), second = mechanism();
    const Direction d = static_cast<Direction>(i % 3);
    PrivacyProfile a = profile(first, d), b = profile(second, d);
    CAPTURE(first, second, direction_name(d));
    const Comparison c = compare(a, b, Effort{12});
    crossed += c.verdict == Dominance::cross;
    for (int k = 0; k < 40; ++k) {
      const Rational eps = number(testing::Random::text(random.uniform(-4, 4)));
      const Ball x(eps, Bits{192});
      const Ball gap = a.delta(Real(eps), Effort{20}).value - b.delta(Real(eps), Effort{20}).value;
      for (const ComparedRange& range : c.ranges) {
        if (!certainly_less(range.from, x) || !certainly_less(x, range.to)) continue;
        if (range.kind == Order::first_larger) CHECK_FALSE(certainly_negative(gap));
        if (range.kind == Order::second_larger) CHECK_FALSE(certainly_positive(gap));
        if (range.kind == Order::undecided) {
          CHECK(certainly_at_most(abs(gap).lower(), range.gap.ball(Bits{192})));
        }
      }
    }
    // Dominance means a divergence of zero in one order.
    if (c.verdict == Dominance::first_more_private) {
      // delta_1 <= delta_2, R_1 >= R_2
      CHECK(divergence(b, a, Effort{8}).value.value().magnitude().log_approximate() < -60);
    }
    if (c.verdict == Dominance::cross) {
      CHECK(certainly_positive(max(divergence(a, b, Effort{8}).value.value(),
                                   divergence(b, a, Effort{8}).value.value())));
    }
  }
  CHECK(crossed > 0);
}
