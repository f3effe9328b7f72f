/// The bounds of regions, limits and channels where they are coarse: few bits, truncation in the bulk, priors far
/// from the best one. Exact values are fractions.
#include <map>

#include "reference/channels/local_privacy.hpp"
#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/tv_intersection.hpp"
#include "reference/regions/tv_law.hpp"
#include "tests/papers/tv_support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const Rational kZero(0);

/// Returns a random step with losses of both signs and 0.
RandomStep lively_step(Random& random) {
  RandomStep step = random_step(random);
  while (step.alpha == kOne || step.alpha.is_zero()) step = random_step(random);
  return step;
}

/// Returns the Q-masses of the sum of losses in units of log 2; each kind's epsilon is a multiple of the unit.
std::map<long, Rational> law_in_units(const std::vector<std::pair<RandomStep, long>>& kinds,
                                      const std::vector<long>& multiples) {
  std::map<long, Rational> law{{0, kOne}};
  for (size_t i = 0; i < kinds.size(); ++i) {
    const auto& [step, count] = kinds[i];
    const Rational ends = (kOne - step.alpha) / (kOne + step.E);
    for (long n = 0; n < count; ++n) {
      std::map<long, Rational> next;
      for (const auto& [j, mass] : law) {
        const auto add = [&, &mass = mass](long to, const Rational& share) {
          const auto at = next.try_emplace(to, kZero).first;
          at->second = at->second + mass * share;
        };
        add(j + multiples[i], ends * step.E);
        add(j, step.alpha);
        add(j - multiples[i], ends);
      }
      law = std::move(next);
    }
  }
  return law;
}

}  // namespace

TEST_CASE("The recurrence of a law in twenty bits", "[papers][compose_tv][TV-RECURRENCE]") {
  Random random(71);
  const Bits few{20};
  for (int i = 0; i < iterations(10); ++i) {
    const RandomStep step = lively_step(random);
    const long k = random.integer(3, 25);
    CAPTURE(step.E.text(), step.alpha.text(), k);
    const Rational x = kOne / step.E, u = (kOne - step.alpha) / (kOne + x);
    LawWalk<Rational> exact(k, power(u, k), step.alpha / u, x, kZero);
    LawWalk<Ball> walk = law_walk(step.steps(k), few);
    for (long j = k; j >= 0; --j, walk.down(), exact.down()) {
      CHECK(walk.mass().contains(exact.mass()));
      CHECK(walk.mass().relative_digits() > 3);
    }
  }
}

TEST_CASE("Sums of a law in twenty bits", "[papers][compose_tv][TV-SUFFIX]") {
  Random random(72);
  const Bits few{20};
  for (int i = 0; i < iterations(10); ++i) {
    const Rational E = kOne + Rational(random.integer(1, 30), 20UL), x = kOne / E;
    const long k = random.integer(3, 25);
    CAPTURE(E.text(), k);
    Suffix<Rational> exact{x, kOne - x, E, kZero, kZero, kZero, power(x, k)};
    const Ball zero(few);
    Suffix<Ball> sums{Ball(x, few), Ball(kOne - x, few),   Ball(E, few), zero, zero,
                      zero,         Ball(power(x, k), few)};
    for (long j = k; j > 0; --j) {
      const Rational q(random.integer(0, 100), 10007UL);
      exact.down(q);
      sums.down(Ball(q, few));
      CHECK(sums.delta.contains(exact.delta));
      CHECK(sums.Q.contains(exact.Q));
      CHECK(sums.P.contains(exact.P));
    }
  }
}

TEST_CASE("Laws of which much is left out", "[papers][compose_tv][TV-STRETCH]") {
  Random random(73);
  for (int i = 0; i < iterations(6); ++i) {
    std::vector<std::pair<RandomStep, long>> kinds;
    std::vector<TvSteps> steps;
    const std::vector<long> multiples{1, 2};
    for (const long multiple : multiples) {
      RandomStep step = lively_step(random);
      step.E = power(Rational(2), multiple);
      step.delta = kZero;
      step.eta = (kOne - step.alpha) * (step.E - kOne) / (step.E + kOne);
      kinds.emplace_back(step, random.integer(4, 12));
      steps.push_back(step.steps(kinds.back().second));
    }
    const std::map<long, Rational> law = law_in_units(kinds, multiples);
    const ComposedTv composed(steps);
    REQUIRE(composed.unit());
    for (const double cut : {1e-4, 1e-2, 0.05, 0.9}) {
      CAPTURE(i, cut);
      composed.visit(
          Effort{15},
          [&](const RegionPoint& point) {
            Rational P(0), Q(0), delta(0);
            for (const auto& [j, mass] : law) {
              if (j <= point.j) continue;
              Q = Q + mass;
              P = P + mass / power(Rational(2), j);
              delta = delta + mass * (kOne - kOne / power(Rational(2), j - point.j));
            }
            CHECK(point.Q_above.contains(Q));
            CHECK(point.P_above.contains(P));
            CHECK(point.delta.contains(delta));
          },
          std::log(cut));
    }
  }
}

TEST_CASE("The smallest epsilon where delta is a given fraction",
          "[papers][compose_tv][TV-EPSILON]") {
  Random random(74);
  for (int i = 0; i < iterations(40); ++i) {
    const RandomStep step = lively_step(random);
    const long k = random.integer(1, 3);
    const std::vector<Pair> pairs(static_cast<size_t>(k),
                                  dominating(step.E, step.delta, step.alpha));
    // delta decreases strictly up to the largest loss: D has a single epsilon.
    const Rational share(random.integer(1, 40), 41UL), E = kOne + share * (power(step.E, k) - kOne),
                                                       D = enumerated(pairs, E);
    CAPTURE(step.E.text(), step.delta.text(), step.alpha.text(), k, E.text());
    const auto e = region_epsilon(ComposedTv({step.steps(k)}), D, Effort{8});
    REQUIRE(e);
    CHECK(e->value().contains(log(Ball(E, Bits{800}))));
    CHECK(e->reached());
  }
}

TEST_CASE("Intersections: the smallest epsilon in fractions",
          "[papers][noisy_sgd][TV-INTERSECTION]") {
  Random random(75);
  for (int i = 0; i < iterations(12); ++i) {
    std::vector<ComposedTv> regions;
    std::vector<std::pair<Rational, Rational>> lines{{kOne, kZero}};  // 1 - x - y a
    for (int n = 0; n < 2; ++n) {
      const RandomStep step = lively_step(random);
      const long k = random.integer(1, 3);
      const std::vector<Pair> pairs(static_cast<size_t>(k),
                                    dominating(step.E, step.delta, step.alpha));
      regions.emplace_back(std::vector<TvSteps>{step.steps(k)});
      for (long j = 0; j <= k; ++j) {
        const Rational y = power(step.E, j), x = enumerated(pairs, y);
        lines.emplace_back(x, y);
        lines.emplace_back(kOne - (kOne - x) / y, kOne / y);
      }
    }
    // The lowest point above D of the convex hull of all points (x, y) and of the region above them.
    const Rational D(random.integer(5, 60), 100UL);
    std::optional<Rational> smallest;
    for (const auto& [x, y] : lines) {
      if (x > D) continue;
      if (!smallest || y < *smallest) smallest = y;
      for (const auto& [x2, y2] : lines) {
        if (x2 <= D || y2 >= y) continue;
        const Rational here = y + (y2 - y) * (D - x) / (x2 - x);
        if (here < *smallest) smallest = here;
      }
    }
    CAPTURE(i, D.text());
    const auto e = intersection_epsilon(regions, D, Effort{8});
    REQUIRE(e.is_infinite() != smallest.has_value());
    if (!e) continue;
    CHECK(e->reached());
    if (*smallest <= kOne) {
      CHECK(e->value().contains(kZero));
    } else {
      CHECK(e->value().contains(log(Ball(*smallest, Bits{800}))));
    }
  }
}

TEST_CASE("Sampling rates are rates", "[papers][compose_tv][TV-SUBSAMPLING]") {
  const TvSteps one{log_of(Rational(3)), Real(kZero), Real(number("0.2")), 1};
  for (const char* rate : {"-0.1", "1.0000001", "2"}) {
    CHECK_THROWS_AS(subsampled(one, number(rate)), std::invalid_argument);
  }
  // Rates above 1 are refused, because no mechanism has such a region.
  CHECK(*subsampled(one, number("0.5")).exact_ratio() == Rational(2));
}

TEST_CASE("The uniform distance where most kinks are bounded together",
          "[papers][limit][UNIFORM-DISTANCE]") {
  for (const long n : {3L, 10L, 60L}) {
    const ComposedTv composed = gaussian_sequence(Rational(1), number("1/4"), n);
    for (const char* mu : {"0.5", "0.8", "1", "1.3", "2"}) {
      const GaussianDistance sharp = gaussian_distance(composed, Real(number(mu)), Effort{15});
      for (const double cut : {0.9, 0.5, 0.1, 0.02, 1e-3}) {
        CAPTURE(n, mu, cut);
        const GaussianDistance coarse =
            gaussian_distance(composed, Real(number(mu)), Effort{15}, std::log(cut));
        const auto holds = [](const Certified& wide, const Certified& narrow) {
          CHECK(certainly_less(narrow.value().radius().ball(Bits{64}), ball("1e-15")));
          CHECK(overlaps(wide.value(), narrow.value()));
        };
        holds(coarse.above, sharp.above);
        holds(coarse.below, sharp.below);
        holds(coarse.distance, sharp.distance);
      }
    }
  }
}

TEST_CASE("Le Cam divergences from the value and the slope far from the maximum",
          "[papers][channel][LECAM-MAXIMUM]") {
  const auto row = [](const char* a, const char* b) {
    return std::vector<Real>{Real(number(a)), Real(number(b))};
  };
  for (const char* b : {"0", "1/10", "1/4", "2/5", "3/5", "9/10", "1"}) {
    CAPTURE(b);
    const Ball beta(number(b), Bits{128});
    // h(1/2) = 1/4 for symmetric rows; h(0) = 4/5 if the second row has a zero.
    CHECK(le_cam_maximum(row("3/4", "1/4"), row("1/4", "3/4"), beta).value.contains(number("1/4")));
    const std::vector<Real> P{Real(number("1/5")), Real(number("4/5")), Real(kZero)},
        Q{Real(number("1/2")), Real(kZero), Real(number("1/2"))};
    CHECK(le_cam_maximum(P, Q, beta).value.contains(number("4/5")));
  }
  CHECK_THROWS_AS(le_cam_maximum(row("3/4", "1/4"), row("1/4", "3/4"), ball("1.01")),
                  std::logic_error);
}
