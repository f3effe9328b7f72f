/// The worst compositions of mechanisms of bounded range, compared with mechanisms of that kind.
#include "reference/quantities/comparison/bounded_range.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::string member(const Rational& range, const Rational& t) {
  return "exponential_mechanism(epsilon=" + range.text() + ",t=" + t.text() + ")";
}

Ball delta_of(const std::string& mechanism, const Rational& g, int digits) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
  return profile.delta(Real(g), Effort{digits}).value;
}

/// Returns a lower bound on the largest delta(g) of `runs` adaptive mechanisms, on a grid of t, by recursion over the
/// first run.
double adaptive_on_grid(double range, int runs, double g) {
  if (g >= runs * range) return 0;
  if (g <= -runs * range) return -std::expm1(g);
  if (runs == 1) {
    const double root = -std::expm1((g - range) / 2);
    return root * root / -std::expm1(-range);
  }
  constexpr int kGrid = 24;
  double best = std::max(0.0, -std::expm1(g));
  for (int i = 1; i < kGrid; ++i) {
    const double t = range * i / kGrid, q = std::expm1(t - range) / std::expm1(-range);
    const double value = q * adaptive_on_grid(range, runs - 1, g - t) +
                         (1 - q) * adaptive_on_grid(range, runs - 1, g - t + range);
    best = std::max(best, value);
  }
  return best;
}

}  // namespace

TEST_CASE("bounded range: fixed runs have the profile of their worst t, and no t has more",
          "[quantities][range][RANGE-WORST]") {
  Random random(961);
  for (int i = 0; i < iterations(12); ++i) {
    const Rational range = number(Random::text(random.log_uniform(0.05, 3)));
    const Rational runs(random.integer(1, 60));
    const double most = range.approximate() * std::sqrt(runs.approximate());
    const Rational g = number(Random::text(random.uniform(-most, 2 * most)));
    CAPTURE(range.text(), runs.text(), g.text());
    const WorstRange worst = worst_fixed_range({range, runs}, g, Effort{15});
    if (!worst.t) {  // beyond all losses
      CHECK(worst.fixed.value().contains(max(Ball(Bits{64}), -expm1(Ball(g, Bits{64})))));
      continue;
    }
    CHECK(worst.fixed.reached());
    const std::string power = "^" + runs.text();
    check_meet(worst.fixed.value(), delta_of(member(range, *worst.t) + power, g, 15), 12);
    for (int k = 0; k < 4; ++k) {
      const Rational t = range * number(Random::text(random.uniform(0.02, 0.98)));
      CHECK_FALSE(certainly_less(worst.fixed.value(), delta_of(member(range, t) + power, g, 12)));
    }
  }
}

TEST_CASE("bounded range: runs with different t lose no more", "[quantities][range][RANGE-WORST]") {
  Random random(962);
  for (int i = 0; i < iterations(10); ++i) {
    const Rational range = number(Random::text(random.log_uniform(0.1, 3)));
    const int runs = random.integer(2, 5);
    std::string product;
    for (int k = 0; k < runs; ++k) {
      const Rational t = range * number(Random::text(random.uniform(0.02, 0.98)));
      product += (k == 0 ? "" : " * ") + member(range, t);
    }
    const Rational g = range * number(Random::text(random.uniform(-0.5 * runs, 0.8 * runs)));
    CAPTURE(product, g.text());
    const WorstRange worst = worst_fixed_range({range, Rational(runs)}, g, Effort{12});
    CHECK_FALSE(certainly_less(worst.fixed.value(), delta_of(product, g, 12)));
  }
}

TEST_CASE("bounded range: one run is the pair; several lie between fixed ones and the bounds",
          "[quantities][range][RANGE-RENYI]") {
  Random random(963);
  for (int i = 0; i < iterations(8); ++i) {
    const Rational range = number(Random::text(random.log_uniform(0.1, 3)));
    const Rational g = range * number(Random::text(random.uniform(-0.9, 0.95)));
    CAPTURE(range.text(), g.text());
    const std::string pair = "exponential_mechanism(epsilon=" + range.text() + ")";
    const WorstRange once = worst_fixed_range({range, Rational(1)}, g, Effort{15});
    check_meet(once.fixed.value(), delta_of(pair, g, 15), 14);

    const RangeRuns three{range, Rational(3)};
    const Rational far = g * Rational(3);
    const WorstRange fixed = worst_fixed_range(three, far, Effort{15});
    const Certified adaptive = worst_adaptive_range(three, far, fixed, Effort{15});
    const double grid = adaptive_on_grid(range.approximate(), 3, far.approximate());
    CAPTURE(grid, fixed.fixed.value().approximate(), adaptive.value().decimal_bounds(6));
    CHECK(grid <= adaptive.value().upper().approximate() * (1 + 1e-12));
    CHECK(adaptive.value().lower().approximate() <=
          fixed.fixed.value().approximate() * (1 + 1e-12));
    CHECK_FALSE(certainly_less(adaptive.value(), fixed.fixed.value()));
  }
}

TEST_CASE("bounded range: the Renyi bound holds, and is below the pair far out",
          "[quantities][range][RANGE-RENYI]") {
  for (const auto& [range, runs, g] :
       {std::tuple{"1", 20, "12.25"}, {"0.1", 20, "1.375"}, {"0.5", 200, "15"}, {"2", 3, "4.5"}}) {
    CAPTURE(range, runs, g);
    const RangeRuns r{number(range), Rational(runs)};
    const WorstRange fixed = worst_fixed_range(r, number(g), Effort{12});
    for (const bool moved : {false, true}) {
      const auto ceiling = range_ceiling(r, number(g), 0, moved);
      REQUIRE(ceiling);
      const double log_fixed = fixed.fixed.value().log_approximate();
      CHECK(ceiling->log_bound > log_fixed);
      CHECK(ceiling->log_bound < log_fixed + std::log(30));
    }
    const std::string pair =
        std::string("exponential_mechanism(epsilon=") + range + ")^" + std::to_string(runs);
    const double of_pair = delta_of(pair, number(g), 6).log_approximate();
    if (runs > 3) CHECK(range_ceiling(r, number(g), 0, false)->log_bound < of_pair);
  }
  CHECK_FALSE(range_ceiling({Rational(1), Rational(20)}, Rational(12), -50, false));
}

TEST_CASE("bounded range: epsilon is where the worst delta is met",
          "[quantities][range][RANGE-WORST]") {
  Random random(964);
  for (int i = 0; i < iterations(10); ++i) {
    const Rational range = number(Random::text(random.log_uniform(0.02, 3)));
    const RangeRuns runs{range, Rational(random.integer(1, 60))};
    const Rational D = number(Random::text(random.log_uniform(1e-30, 0.6)));
    CAPTURE(range.text(), runs.runs.text(), D.text());
    const WorstRangeEpsilon found = worst_range_epsilon(runs, D, Effort{15});
    CHECK(found.fixed.reached());
    const Bits p{256};
    const Ball limit(D, p);
    const auto delta = [&](const std::string& at) {
      return worst_fixed_range(runs, number(at), Effort{25}).fixed.value();
    };
    const auto [below, above] = found.fixed.value().decimal_bounds(30);
    if (!found.t) {
      CHECK(found.fixed.value().contains_zero());
      CHECK_FALSE(certainly_less(limit, delta("0")));
      continue;
    }
    CHECK(certainly_less(limit, delta(below)));
    CHECK_FALSE(certainly_less(limit, delta(above)));
    // The mechanism with the found t almost attains the bound, so that no better t was missed.
    PrivacyProfile profile(Composition::parse(member(range, *found.t) + "^" + runs.runs.text()),
                           Direction::forward);
    const Extended own = epsilon(profile, D, Effort{12});
    REQUIRE(own);
    CHECK(own->value().approximate() == Approx(found.fixed.value().approximate()).epsilon(1e-6));
    CHECK_FALSE(certainly_less(found.fixed.value(), own->value()));
    // Adaptive runs are between the fixed runs and every bound, here the bound by the pair.
    PrivacyProfile pair(Composition::parse("exponential_mechanism(epsilon=" + range.text() + ")^" +
                                           runs.runs.text()),
                        Direction::forward);
    const Extended of_pair = epsilon(pair, D, Effort{10});
    REQUIRE(of_pair);
    CHECK_FALSE(certainly_less(of_pair->value(), found.adaptive.value()));
    CHECK_FALSE(certainly_less(found.adaptive.value(), found.fixed.value()));
    if (runs.runs == Rational(1)) check_meet(found.fixed.value(), of_pair->value(), 9);
  }
  for (const char* D : {"0", "1", "-0.1"}) {
    CHECK_THROWS_AS(worst_range_epsilon({Rational(1), Rational(3)}, number(D), Effort{}),
                    std::invalid_argument);
  }
}

TEST_CASE("bounded range: what is refused", "[quantities][range]") {
  for (const auto& [range, runs] :
       {std::pair{"0", "1"}, {"-1", "1"}, {"1", "0"}, {"1", "1.5"}, {"1", "5001"}}) {
    CHECK_THROWS_AS(worst_fixed_range({number(range), number(runs)}, Rational(1), Effort{}),
                    std::invalid_argument);
  }
}

TEST_CASE("bounded range: the largest Renyi divergence is that of one t",
          "[quantities][range][RANGE-RENYI]") {
  constexpr Bits p{256};
  const auto at = [](const std::string& range, const std::string& t, const std::string& order) {
    const Composition one =
        Composition::parse("exponential_mechanism(epsilon=" + range + ",t=" + t + ")");
    return renyi(one, number(order), Direction::forward, Effort{20})->value();
  };
  for (const auto& [range, order] :
       {std::pair{"2", "2"}, {"1", "4"}, {"0.3", "1.5"}, {"3", "20"}, {"0.01", "700"}}) {
    CAPTURE(range, order);
    const RangeRuns once{number(range), Rational(1)};
    const Ball most = range_renyi(once, number(order), p);
    double best = 0;
    for (int i = 1; i < 1000; ++i) {
      const Rational t = number(range) * Rational(i, 1000UL);
      const Ball found = at(range, t.text(), order);
      CHECK_FALSE(certainly_less(most, found));
      best = std::max(best, found.approximate());
    }
    CHECK(best > most.approximate() * (1 - 1e-4));
    const Ball several = range_renyi({number(range), Rational(7)}, number(order), p);
    CHECK(overlaps(several, most * 7));
  }
  // At order 2 the worst t has e^t = (e^epsilon + 1)/2.
  CHECK(range_renyi({Rational(2), Rational(1)}, Rational(2), p).approximate() ==
        Approx(0.867561659).epsilon(1e-8));
  CHECK_THROWS_AS(range_renyi({Rational(2), Rational(1)}, Rational(1), p), std::invalid_argument);
}
