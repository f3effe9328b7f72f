/// Regions of steps whose epsilons have no common unit, points between kinks, and several regions at once, compared
/// with enumeration in fractions, with the lattice, and with their definitions.
#include "reference/regions/tv_region.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/regions/tv_intersection.hpp"
#include "reference/values/mint.hpp"
#include "tests/papers/tv_support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const Rational kZero(0);

/// Returns a copy of the number that provides only its digits.
Real opaque(const Real& x) {
  return Real([x](Bits p) { return x(p); });
}

std::vector<Pair> pairs_of(const std::vector<std::pair<RandomStep, long>>& kinds) {
  std::vector<Pair> out;
  for (const auto& [step, count] : kinds) {
    for (long i = 0; i < count; ++i) out.push_back(dominating(step.E, step.delta, step.alpha));
  }
  return out;
}

std::vector<TvSteps> steps_of(const std::vector<std::pair<RandomStep, long>>& kinds) {
  std::vector<TvSteps> out;
  for (const auto& [step, count] : kinds) out.push_back(step.steps(count));
  return out;
}

RandomStep step_of(Random& random, const Rational& E) {
  RandomStep out{E, Rational(random.integer(0, 2), 20UL), kZero, kZero};
  const Rational share(random.integer(1, 10), 10UL);
  out.alpha = kOne - share;
  out.eta = out.delta + (kOne - out.delta) * share * (E - kOne) / (E + kOne);
  return out;
}

/// Returns the exact trade-off function of a product of pairs at a type I error, by likelihood ratio tests.
Rational tradeoff_of(const std::vector<Pair>& pairs, const Rational& alpha) {
  std::vector<std::pair<Rational, Rational>> atoms{{kOne, kOne}};  // (P, Q)
  for (const Pair& pair : pairs) {
    std::vector<std::pair<Rational, Rational>> next;
    for (const auto& [P, Q] : atoms) {
      for (size_t n = 0; n < pair.P.size(); ++n) {
        const Rational p = P * pair.P[n], q = Q * pair.Q[n];
        if (!p.is_zero() || !q.is_zero()) next.emplace_back(p, q);
      }
    }
    atoms = next;
  }
  std::sort(atoms.begin(), atoms.end(),
            [](const auto& a, const auto& b) { return a.second * b.first > b.second * a.first; });
  Rational left = alpha, power_of_test(0);
  for (const auto& [P, Q] : atoms) {
    if (P <= left) {
      left = left - P;
      power_of_test = power_of_test + Q;
    } else {
      power_of_test = power_of_test + Q * left / P;
      left = kZero;
    }
  }
  return kOne - power_of_test;
}

}  // namespace

TEST_CASE("Epsilons without a common unit: enumeration in fractions, ties included",
          "[papers][compose_tv][TV-SCATTER]") {
  Random random(61);
  const std::vector<std::vector<Rational>> families = {
      {Rational(2), Rational(3)},
      {Rational(2), Rational(3), Rational(6)},  // log 2 + log 3 - log 6 = 0: ties, also at 0
      {Rational(3, 2), Rational(9, 4), Rational(5)},
      {Rational(1), Rational(2), Rational(7, 3)},
      {Rational(4), Rational(8)}};  // a lattice in units of log 2
  for (int i = 0; i < iterations(10); ++i) {
    const std::vector<Rational>& family = families[static_cast<size_t>(i) % families.size()];
    std::vector<std::pair<RandomStep, long>> kinds;
    for (const Rational& E : family) {
      RandomStep step = step_of(random, E);
      if (E == kOne) step.alpha = kOne, step.eta = step.delta;
      kinds.emplace_back(step, random.integer(1, family.size() > 2 ? 1 : 2));
    }
    const std::vector<Pair> pairs = pairs_of(kinds);
    const ComposedTv composed(steps_of(kinds));
    CHECK(composed.unit().has_value() == (i % 5 == 4));
    // At every kink, in fractions and in balls.
    const auto exact = composed.exact_region();
    REQUIRE(exact);
    REQUIRE(exact->size() == static_cast<size_t>(composed.reach()) + 1);
    std::vector<long> js;
    for (long j = 0; j <= composed.reach(); ++j) js.push_back(j);
    const std::vector<Rational> alphas{kZero, number("0.07"), number("0.31"), number("0.8"), kOne};
    const RegionAnswers answers = region_answers(composed, js, alphas, Effort{25});
    for (size_t j = 0; j < js.size(); ++j) {
      CHECK(answers.deltas[j].value().contains((*exact)[j]));
      CHECK(answers.deltas[j].reached());
    }
    CHECK(answers.total_variation.value().contains(enumerated(pairs, kOne)));
    CHECK(answers.total_variation.reached());
    for (size_t a = 0; a < alphas.size(); ++a) {
      CHECK(answers.tradeoff[a].value().contains(tradeoff_of(pairs, alphas[a])));
      CHECK(answers.tradeoff[a].reached());
    }
    // At the kinks by their epsilons, and between them.
    std::vector<Real> at;
    std::vector<Rational> truth;
    for (int n = 0; n < 8; ++n) {
      const Rational E =
          n < 3 ? power(family.back(), n) : kOne + Rational(random.integer(1, 400)) / Rational(60);
      at.push_back(n % 2 == 0 ? log_of(E) : opaque(log_of(E)));
      truth.push_back(enumerated(pairs, E));
    }
    const std::vector<Certified> deltas = region_deltas(composed, at, Effort{25});
    for (size_t n = 0; n < at.size(); ++n) {
      CHECK(deltas[n].value().contains(truth[n]));
      CHECK((deltas[n].reached() || truth[n].is_zero()));
    }
    // The smallest epsilon: the enumerated delta at both ends encloses D.
    for (const char* text : {"0.35", "0.2", "0.4999"}) {
      const Rational D = number(text);
      const Extended e = region_epsilon(composed, D, Effort{20});
      CHECK(e.is_infinite() == (D < *composed.exact_infinite_mass()));
      if (!e || e->value().contains(kZero)) {
        if (e) CHECK(enumerated(pairs, kOne) <= D);
        continue;
      }
      CHECK(e->reached());
      const Ball E = exp(e->value().at(Bits{256}));
      const Rational below = number((E.lower() - ball("1e-18")).decimal_bounds(30).first),
                     beyond = number((E.upper() + ball("1e-18")).decimal_bounds(30).second);
      CHECK(enumerated(pairs, beyond) <= D);
      CHECK(enumerated(pairs, below) > D);
    }
  }
}

TEST_CASE("Epsilons of which only digits are known: the lattice says the same",
          "[papers][compose_tv][TV-SCATTER]") {
  Random random(62);
  for (int i = 0; i < iterations(4); ++i) {
    const Rational a(random.integer(1, 30), 100UL), b(random.integer(1, 30), 100UL);
    const auto kind = [&](const Rational& e, const char* delta, long k, bool hidden) {
      const Real eta([e, d = number(delta)](Bits p) {
        return largest_total_variation(Ball(e, p), Ball(d, p)) * Ball(Rational(3, 4), p);
      });
      return TvSteps{hidden ? opaque(Real(e)) : Real(e), Real(number(delta)), eta, k};
    };
    const long k = random.integer(5, 40), l = random.integer(5, 40);
    const ComposedTv lattice({kind(a, "0", k, false), kind(b, "1e-4", l, false)});
    const ComposedTv scatter({kind(a, "0", k, true), kind(b, "1e-4", l, true)});
    REQUIRE(lattice.unit());
    REQUIRE_FALSE(scatter.unit());
    const std::vector<Rational> alphas{number("1e-6"), number("0.2"), number("0.7")};
    const RegionAnswers x = region_answers(lattice, {0}, alphas, Effort{20}),
                        y = region_answers(scatter, {0}, alphas, Effort{20});
    check_meet(x.total_variation.value(), y.total_variation.value(), 19);
    for (size_t n = 0; n < alphas.size(); ++n) {
      check_meet(x.tradeoff[n].value(), y.tradeoff[n].value(), 19);
    }
    const Real middle(Rational(random.integer(1, 999), 500UL));
    check_meet(region_deltas(lattice, {middle}, Effort{20})[0].value(),
               region_deltas(scatter, {middle}, Effort{20})[0].value(), 19);
    check_meet(region_epsilon(lattice, number("0.01"), Effort{20})->value(),
               region_epsilon(scatter, number("0.01"), Effort{20})->value(), 19);
    check_meet(region_area(lattice, Effort{20}).value(), region_area(scatter, Effort{20}).value(),
               19);
  }
}

TEST_CASE("Equal epsilons after sampling are one axis, beside others too",
          "[papers][compose_tv][TV-SCATTER]") {
  const auto kind = [](const char* e, const char* eta, long k) {
    return subsampled({Real(number(e)), Real(number("1e-6")), Real(number(eta)), k}, number("0.3"));
  };
  const std::vector<TvSteps> steps{kind("1", "0.2", 5), kind("2", "0.5", 3), kind("1", "0.3", 4),
                                   kind("0", "1e-6", 2)};
  std::vector<TvSteps> hidden = steps;
  for (TvSteps& one : hidden) {
    if (!one.origin) continue;
    one.epsilon = opaque(one.epsilon);
    one.origin.reset();
  }
  CHECK(tv_axes(steps).size() == 2);
  CHECK(tv_axes(hidden).size() == 3);
  const ComposedTv merged(steps), apart(hidden);
  CHECK(merged.reach() == apart.reach());
  const std::vector<Rational> alphas{number("1e-4"), number("0.4")};
  const RegionAnswers x = region_answers(merged, {0, 7, merged.reach() - 1}, alphas, Effort{20}),
                      y = region_answers(apart, {0, 7, merged.reach() - 1}, alphas, Effort{20});
  for (size_t j = 0; j < x.deltas.size(); ++j)
    check_meet(x.deltas[j].value(), y.deltas[j].value(), 19);
  for (size_t a = 0; a < alphas.size(); ++a) {
    check_meet(x.tradeoff[a].value(), y.tradeoff[a].value(), 19);
  }
}

TEST_CASE("Epsilons that differ in the fortieth digit: kinks in order, and t among them",
          "[papers][compose_tv][TV-SCATTER][TV-KINKS][TV-BETWEEN]") {
  Random random(65);
  for (int i = 0; i < iterations(12); ++i) {
    // Differences below the resolution of doubles, up to those below the precision of the kinks.
    const Rational grain = number(
        std::vector<const char*>{"1e-20", "1e-40", "1e-60", "1e-90"}[static_cast<size_t>(i) % 4]);
    std::vector<std::pair<RandomStep, long>> kinds;
    for (int n = 0; n < 3; ++n) {
      RandomStep step = step_of(random, Rational(2) + grain * Rational(random.integer(0, 20)));
      if (random.integer(0, 2) == 0) {  // a loss that is always 0 still has its kinks
        step.alpha = kOne;
        step.eta = step.delta;
      }
      kinds.emplace_back(step, random.integer(1, n == 0 ? 2 : 1));
    }
    const std::vector<Pair> pairs = pairs_of(kinds);
    const ComposedTv composed(steps_of(kinds));
    std::vector<Real> at;
    std::vector<Rational> truth, alphas{number("0.05"), number("0.3")};
    for (int n = 0; n < 10; ++n) {
      const Rational E = power(Rational(2), n % 3) + grain * Rational(random.integer(-5, 80), 2UL);
      if (E < kOne) continue;
      at.push_back(n < 5 ? log_of(E) : opaque(log_of(E)));
      truth.push_back(enumerated(pairs, E));
    }
    for (const int digits : {15, 60}) {
      CAPTURE(i, digits);
      const std::vector<Certified> deltas = region_deltas(composed, at, Effort{digits});
      for (size_t n = 0; n < at.size(); ++n) {
        CHECK(deltas[n].value().contains(truth[n]));
        CHECK((deltas[n].reached() || digits == 60 || truth[n] < number("1e-15")));
      }
      const RegionAnswers answers = region_answers(composed, {0}, alphas, Effort{digits});
      CHECK(answers.total_variation.value().contains(enumerated(pairs, kOne)));
      for (size_t a = 0; a < alphas.size(); ++a) {
        CHECK(answers.tradeoff[a].value().contains(tradeoff_of(pairs, alphas[a])));
      }
      for (const Rational& D : {truth[0], number("0.3")}) {
        const Extended e = region_epsilon(composed, D, Effort{digits});
        if (!e) {
          CHECK(*composed.exact_infinite_mass() > D);
          continue;
        }
        const Ball E = exp(e->value().at(Bits{800}));
        const Rational below = number(
                           (E.lower() - ball("1e-150", Bits{800})).decimal_bounds(200).first),
                       beyond = number(
                           (E.upper() + ball("1e-150", Bits{800})).decimal_bounds(200).second);
        CHECK(enumerated(pairs, beyond) <= D);
        if (below >= kOne) CHECK(enumerated(pairs, below) > D);
      }
    }
  }
}

TEST_CASE("Tiny epsilons: t = 0 is kink 0, however near the others",
          "[papers][compose_tv][TV-BETWEEN]") {
  for (const char* epsilon : {"1e-20", "1e-40", "1e-400"}) {
    const Rational e = number(epsilon);
    for (const bool bounded : {false, true}) {
      const std::optional<Real> eta =
          bounded ? std::optional(Real(e * number("0.4"))) : std::nullopt;
      const ComposedTv composed({{Real(e), Real(kZero), eta, 3}});
      const Certified tv = region_answers(composed, {0}, {}, Effort{15}).total_variation;
      const Certified at = region_deltas(composed, {Real(kZero)}, Effort{15})[0];
      CHECK(at.reached());
      check_meet(at.value(), tv.value(), 15);
      const Certified half = region_deltas(composed, {Real(e / Rational(2))}, Effort{15})[0];
      CHECK(half.reached());
      CHECK(certainly_less(half.value(), at.value()));
    }
  }
}

TEST_CASE("Between the kinks: against the engine, deep in the tail",
          "[papers][compose_tv][TV-BETWEEN][TV-EPSILON][slow]") {
  Random random(63);
  for (int i = 0; i < iterations(4); ++i) {
    const std::string epsilon = Random::text(random.log_uniform(0.01, 1)),
                      eta = Random::text(number(epsilon).approximate() * random.uniform(0.1, 0.4));
    const long k = random.integer(1, 300);
    const std::string mechanism =
        "total_variation_dp(epsilon=" + epsilon + ",delta=0,eta=" + eta + ")^" + std::to_string(k);
    CAPTURE(mechanism);
    const ComposedTv composed({{Real(number(epsilon)), Real(kZero), Real(number(eta)), k}});
    PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
    for (int n = 0; n < 4; ++n) {
      const Rational e =
          number(Random::text(random.uniform(0, static_cast<double>(k)))) * number(epsilon);
      const Certified at = region_deltas(composed, {Real(e)}, Effort{20})[0];
      const Certified truth = delta(profile, e, Effort{16});
      CAPTURE(e.text());
      check_meet(at.value(), truth.value(), 15);
      CHECK(at.reached());
    }
    for (const char* D : {"1e-12", "1e-3", "0.2"}) {
      const Extended e = region_epsilon(composed, number(D), Effort{15});
      REQUIRE(e);
      CAPTURE(D);
      const Certified truth = *plumbline::epsilon(profile, number(D), Effort{12});
      // A region's epsilon is >= 0; the engine's may be negative.
      CHECK(overlaps(e->value(), max(truth.value(), Ball(Bits{64}))));
      CHECK(e->reached());
    }
    const Rational most = number(epsilon) * Rational(k);
    CHECK(region_epsilon(composed, kZero, Effort{15})->value().contains(most));
    CHECK(region_epsilon(composed, kOne, Effort{15})->value().contains(kZero));
  }
  // Below the mass of infinite loss no epsilon exists; at that mass it is the largest loss.
  const ComposedTv leaky({{Real(kOne), Real(number("0.1")), Real(number("0.3")), 2}});
  CHECK_FALSE(region_epsilon(leaky, number("0.1899"), Effort{15}));
  CHECK(region_epsilon(leaky, number("0.19"), Effort{15})->value().contains(Rational(2)));
  const ComposedTv broken({{Real(kOne), Real(kOne), Real(kOne), 2}});
  CHECK(region_epsilon(broken, kOne, Effort{15})->value().contains(kZero));
  CHECK_THROWS_WITH(region_epsilon(leaky, number("1.5"), Effort{15}), Catch::Contains("[0, 1]"));
  CHECK_THROWS_WITH(region_deltas(leaky, {Real(-kOne)}, Effort{15}), Catch::Contains("at least 0"));
}

TEST_CASE("Several regions at once: the smallest epsilon by its definition",
          "[papers][noisy_sgd][TV-INTERSECTION][slow]") {
  Random random(64);
  for (int i = 0; i < iterations(5); ++i) {
    std::vector<ComposedTv> regions;
    for (int n = 0; n < 3; ++n) {
      const double e = random.log_uniform(0.02, 0.5);
      const Rational epsilon = number(Random::text(e)),
                     delta = number(Random::text(1e-5 * random.uniform(0, 10) / e)),
                     eta = delta + epsilon * number(Random::text(random.uniform(0.1, 0.4)));
      regions.emplace_back(
          std::vector<TvSteps>{{Real(epsilon), Real(delta), Real(eta), random.integer(5, 60)}});
    }
    for (const char* D : {"0.02", "0.08", "0.2"}) {
      CAPTURE(D, i);
      const Extended all = intersection_epsilon(regions, number(D), Effort{15});
      std::optional<Ball> one;
      for (const ComposedTv& region : regions) {
        const auto e = region_epsilon(region, number(D), Effort{15});
        if (e && (!one || certainly_less(e->value(), *one))) one = e->value();
      }
      REQUIRE(all.is_infinite() != one.has_value());
      if (!all) continue;
      CHECK(all->reached());
      CHECK_FALSE(certainly_less(*one, all->value()));
      // e^epsilon is the largest slope (1 - D - f(a))/a: a search over a approaches it from below, and no a exceeds
      // it.
      const auto slope = [&](double log_alpha) {
        const Rational alpha = number(fmt::format("{:.17g}", std::exp(log_alpha)));
        const Bits p{256};
        Ball f(p);
        for (const ComposedTv& region : regions) {
          f = max(f, region_answers(region, {}, {alpha}, Effort{25}).tradeoff[0].value());
        }
        return (Ball(kOne - number(D), p) - f) / Ball(alpha, p);
      };
      double best = 0;
      Ball largest = slope(0);
      for (double step : {0.5, 0.05, 5e-3, 5e-4, 5e-5, 5e-6, 5e-7}) {
        const int reach = step == 0.5 ? 120 : 12;
        const double from = best;
        for (int n = -reach; n <= reach; ++n) {
          const double at = std::min(0.0, from + n * step);
          const Ball here = slope(at);
          if (!certainly_less(largest, here)) continue;
          largest = here;
          best = at;
        }
      }
      const Ball found = max(log(max(largest, ball("1"))), ball("0"));
      CHECK_FALSE(certainly_less(all->value(), found));
      CHECK(certainly_less(all->value() - ball("1e-4"), found));
    }
  }
  // One region: its own epsilon.
  const ComposedTv alone({{Real(number("0.1")), Real(number("1e-4")), Real(number("0.02")), 50}});
  check_meet(intersection_epsilon({alone}, number("0.01"), Effort{15})->value(),
             region_epsilon(alone, number("0.01"), Effort{15})->value(), 14);
  CHECK_FALSE(intersection_epsilon({alone}, number("0.001"), Effort{15}));
  // A delta equal to the mass of infinite loss gives the largest loss, also together with another region.
  const ComposedTv leaky({{Real(kOne), Real(number("0.1")), Real(number("0.3")), 2}});
  for (const auto& regions : {std::vector{leaky}, std::vector{leaky, alone.repeated(100)}}) {
    const auto e = intersection_epsilon(regions, number("0.19"), Effort{15});
    REQUIRE(e);
    CHECK(certainly_less(e->value(), ball("2.000001")));
  }
}

TEST_CASE("The curve of one (epsilon, delta): against the mechanism that has it", "[papers][tv]") {
  Effort effort;
  effort.digits = 25;
  const Rational epsilon(1), delta(1, 20);
  const std::vector<Rational> alphas = {kZero, Rational(1, 10), Rational(1, 2), Rational(19, 20),
                                        Rational(1)};
  const auto curve = approximate_dp_curve(epsilon, delta, alphas, effort);
  PrivacyProfile profile(Composition::parse("approximate_dp(epsilon=1,delta=0.05)"),
                         Direction::worst);
  for (size_t i = 0; i < alphas.size(); ++i) {
    CAPTURE(alphas[i].text());
    CHECK(overlaps(curve[i].value(), tradeoff(profile, alphas[i], effort).value()));
    CHECK(curve[i].value().radius().log_approximate() < -50);
  }
  CHECK_THROWS_AS(approximate_dp_curve(epsilon, Rational(2), alphas, effort),
                  std::invalid_argument);
  // A ratio of areas exists only if both areas are known.
  const Certified half = certified({Ball(Rational(1, 2), Bits{64}), {}}, "test", 10);
  CHECK(area_ratio(half, half) == 1.0);
  CHECK_FALSE(area_ratio(half, marked(half, false)));
  CHECK_FALSE(area_ratio(half, certified({Ball(Bits{64}), {}}, "test", 10, true)));
}
