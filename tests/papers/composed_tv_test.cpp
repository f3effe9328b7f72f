/// Theorem 2 compared with the literal double sum of equation 5, with the enumeration of all outcomes and with the
/// engines; and equation 6.
#include <vector>

#include "reference/arithmetic/numbers/number.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/regions/tv_region.hpp"
#include "tests/papers/tv_support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Rational choose(long n, long k) {
  Rational out = kOne;
  for (long i = 1; i <= k; ++i) out = out * Rational(n - k + i) / Rational(i);
  return out;
}

/// Returns equation 5 as printed, with e^eps = E.
Rational equation_five(long k, long j, const Rational& E, const Rational& alpha) {
  Rational sum(0);
  const Rational share = (kOne - alpha) / (kOne + E);
  for (long a = 0; a <= k - j - 1; ++a) {
    for (long l = 0; l <= (k - j - a + 1) / 2 - 1; ++l) {
      sum = sum + choose(k, a) * choose(k - a, l) * power(share, k - a) * power(alpha, a) *
                      (power(E, k - l - a) - power(E, l + j));
    }
  }
  return sum;
}

/// Returns equation 6 as printed; j and k have the same parity.
Rational equation_six(long k, long j, const Rational& E) {
  Rational sum(0);
  for (long l = 0; l <= (k - j) / 2 - 1; ++l) {
    sum = sum + choose(k, l) * (power(E, k - l) - power(E, l + j));
  }
  return sum / power(kOne + E, k);
}

std::vector<long> up_to(long n) {
  std::vector<long> out;
  for (long j = 0; j <= n; ++j) out.push_back(j);
  return out;
}

}  // namespace

TEST_CASE("Theorem 2: equation 5, enumeration and the walk agree exactly",
          "[papers][compose_tv][TV-RECURRENCE][TV-SUFFIX]") {
  Random random(21);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const RandomStep step = random_step(random);
    const long k = random.integer(1, 4);
    CAPTURE(step.E.text(), step.delta.text(), step.eta.text(), k);
    const ComposedTv composed({step.steps(k)});
    CHECK(composed.steps().front().exact_alpha() == step.alpha);
    const auto exact = composed.exact_region();
    REQUIRE(exact);
    const RegionAnswers balls = region_answers(composed, up_to(k), {}, Effort{25});
    const Rational finite = power(kOne - step.delta, k);
    const std::vector<Pair> pairs(static_cast<size_t>(k),
                                  dominating(step.E, step.delta, step.alpha));
    for (long j = 0; j <= k; ++j) {
      const Rational printed = kOne - finite * (kOne - equation_five(k, j, step.E, step.alpha));
      const size_t at = static_cast<size_t>(j);
      CHECK((*exact)[at] == printed);
      CHECK((*exact)[at] == enumerated(pairs, power(step.E, j)));
      CHECK(balls.deltas[at].value().contains(printed));
      CHECK(balls.deltas[at].reached());
    }
    CHECK(balls.total_variation.value().contains(enumerated(pairs, kOne)));
  }
}

TEST_CASE("Theorem 2: larger k, exactly and in balls", "[papers][compose_tv][TV-RECURRENCE]") {
  Random random(22);
  for (int i = 0; i < testing::iterations(4); ++i) {
    const RandomStep step = random_step(random);
    const long k = random.integer(10, 40);
    const ComposedTv composed({step.steps(k)});
    const auto exact = composed.exact_region();
    const RegionAnswers balls = region_answers(composed, up_to(k + 1), {}, Effort{20});
    for (long j = 0; j <= k; j += 7) {
      const Rational printed =
          kOne - power(kOne - step.delta, k) * (kOne - equation_five(k, j, step.E, step.alpha));
      CHECK((*exact)[static_cast<size_t>(j)] == printed);
      CHECK(balls.deltas[static_cast<size_t>(j)].value().contains(printed));
    }
    for (const Certified& value : balls.deltas) CHECK(value.reached());
  }
}

TEST_CASE("Theorem 2: equation 6 is its case alpha = 0, at j of k's parity",
          "[papers][compose_tv]") {
  const Rational E = number("1.7");
  for (const long k : {1L, 2L, 5L, 12L}) {
    const ComposedTv kairouz({{log_of(E), Real(Rational(0)), std::nullopt, k}});
    const auto exact = kairouz.exact_region();
    REQUIRE(exact);
    for (long j = k; j >= 0; j -= 2) {
      CHECK((*exact)[static_cast<size_t>(j)] == equation_six(k, j, E));
      CHECK(equation_five(k, j, E, Rational(0)) == equation_six(k, j, E));
    }
    // The largest eta does not constrain the mechanism.
    const ComposedTv largest({{log_of(E), Real(Rational(0)), Real((E - kOne) / (E + kOne)), k}});
    CHECK(*largest.exact_region() == *exact);
  }
}

TEST_CASE("Theorem 2: digits of Figure 4", "[papers][compose_tv]") {
  // docs/papers/notes.md, T-06: eps = 1, eta = 0.7 (e-1)/(e+1).
  const Real eta([](Bits p) {
    const Ball one = Ball::integer(1, p);
    return Ball(number("0.7"), p) * largest_total_variation(one, Ball(p));
  });
  const ComposedTv composed({{Real(kOne), Real(Rational(0)), eta, 5}});
  check_meet(composed.steps().front().alpha(Bits{128}), ball("0.3"), 30);
  const RegionAnswers a = region_answers(composed, up_to(5), {}, Effort{24});
  const char* digits[] = {".6310896748533769743091247774", ".43269297846898423841135296948",
                          ".23934494912014081536327318123", ".0953725659205622829956404307894",
                          ".0221845694261490426412356716877"};
  for (size_t j = 0; j < 5; ++j) {
    CHECK(overlaps(a.deltas[j].value(), ball(std::string("0") + digits[j]) *
                                            Ball::hull(ball("0.999999999999999999999999"),
                                                       ball("1.000000000000000000000001"))));
    CHECK(a.deltas[j].reached());
  }
  CHECK(a.deltas[5].value().is_exactly_zero());
  const RegionAnswers kairouz = region_answers(composed.without_eta(), {1, 3}, {}, Effort{20});
  CHECK(overlaps(kairouz.deltas[0].value(),
                 ball("0.537101719760969067054637") + Ball::hull(ball("-1e-23"), ball("1e-23"))));
  CHECK(overlaps(kairouz.deltas[1].value(),
                 ball("0.1805546286027834671077211") + Ball::hull(ball("-1e-23"), ball("1e-23"))));
}

TEST_CASE("Theorem 2: heterogeneous steps against enumeration and the engine",
          "[papers][compose_tv][TV-STRETCH]") {
  // e^0.1 is not rational: the enumeration uses balls.
  const auto pair = [](const char* mechanism) { return std::string(mechanism); };
  struct Case {
    std::vector<TvSteps> steps;
    std::string mechanism;
  };
  const auto steps = [](const char* e, const char* d, const char* h, long k) {
    return TvSteps{Real(number(e)), Real(number(d)), Real(number(h)), k};
  };
  const std::vector<Case> cases = {
      {{steps("0.5", "0", "0.2", 2), steps("0.75", "0.01", "0.1", 3)},
       pair("total_variation_dp(epsilon=0.5,delta=0,eta=0.2)^2 * "
            "total_variation_dp(epsilon=0.75,delta=0.01,eta=0.1)^3")},
      {{steps("0.02", "0", "0.005", 3000), steps("0.03", "0", "0.01", 500)},
       pair("total_variation_dp(epsilon=0.02,delta=0,eta=0.005)^3000 * "
            "total_variation_dp(epsilon=0.03,delta=0,eta=0.01)^500")},
  };
  for (const Case& one : cases) {
    CAPTURE(one.mechanism);
    const ComposedTv composed(one.steps);
    const std::vector<long> js{0, 1, 3, 20};
    const RegionAnswers a = region_answers(composed, js, {number("0.1")}, Effort{15});
    PrivacyProfile profile(Composition::parse(one.mechanism), Direction::worst);
    const Rational unit = *composed.unit()->rational();
    for (size_t i = 0; i < js.size(); ++i) {
      const Certified truth = delta(profile, unit * Rational(js[i]), Effort{12});
      check_meet(a.deltas[i].value(), truth.value(), 12);
    }
    check_meet(a.tradeoff[0].value(), tradeoff(profile, number("0.1"), Effort{12}).value(), 10);
    check_meet(a.total_variation.value(), total_variation(profile, Effort{12}).value(), 12);
  }
}

TEST_CASE("Theorem 2: many steps against the engine, and deep in the tail",
          "[papers][compose_tv][TV-SUFFIX][slow]") {
  Random random(23);
  const long most = testing::iterations(1) > 1 ? 1000000 : 200000;  // nightly: 10^6
  for (const long k : {100L, 5000L, most}) {
    const double e = random.log_uniform(0.01, 0.5) / std::sqrt(static_cast<double>(k) / 100);
    const std::string epsilon = Random::text(e), eta = Random::text(e * random.uniform(0.05, 0.45));
    const std::string mechanism = "total_variation_dp(epsilon=" + epsilon +
                                  ",delta=1e-9,eta=" + eta + ")^" + std::to_string(k);
    CAPTURE(mechanism);
    const ComposedTv composed(
        {{Real(number(epsilon)), Real(number("1e-9")), Real(number(eta)), k}});
    const std::vector<long> js{0, k / 100, k / 10, k - 1, k};
    const RegionAnswers a = region_answers(composed, js, {number("0.2")}, Effort{20});
    PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
    for (size_t i = 0; i < js.size(); ++i) {
      const Certified truth = delta(profile, number(epsilon) * Rational(js[i]), Effort{18});
      check_meet(a.deltas[i].value(), truth.value(), 17);
      CHECK(a.deltas[i].reached());
    }
    check_meet(a.tradeoff[0].value(), tradeoff(profile, number("0.2"), Effort{15}).value(), 14);
  }
}

TEST_CASE("Composed trade-off function: vertices and lines",
          "[papers][compose_tv][TV-LINES][TV-AREA]") {
  // Tests the vertices of the enumerated curve and points on the segments between them.
  Random random(24);
  for (int i = 0; i < testing::iterations(6); ++i) {
    const RandomStep step = random_step(random);
    const long k = random.integer(1, 6);
    const ComposedTv composed({step.steps(k)});
    std::vector<std::pair<Rational, Rational>> vertices;
    composed.visit(Effort{30}, [](const RegionPoint&) {});
    // P- and Q-masses by loss from the exact law.
    const Pair pair = dominating(step.E, Rational(0), step.alpha);
    std::vector<Rational> P(2 * static_cast<size_t>(k) + 1, Rational(0)), Q = P;
    P[static_cast<size_t>(k)] = Q[static_cast<size_t>(k)] = kOne;
    for (long s = 0; s < k; ++s) {
      std::vector<Rational> P2(P.size(), Rational(0)), Q2 = P2;
      for (size_t n = 0; n < P.size(); ++n) {
        for (int move = -1; move <= 1; ++move) {
          const long to = static_cast<long>(n) + move;
          if (to < 0 || to >= static_cast<long>(P.size())) continue;
          const size_t which = static_cast<size_t>(2 + move), at = static_cast<size_t>(to);
          P2[at] = P2[at] + P[n] * pair.P[which];
          Q2[at] = Q2[at] + Q[n] * pair.Q[which];
        }
      }
      P = P2;
      Q = Q2;
    }
    const Rational finite = power(kOne - step.delta, k);
    Rational a(0), b = finite;
    vertices.emplace_back(a, b);
    for (size_t n = P.size(); n-- > 0;) {
      a = a + finite * P[n];
      b = b - finite * Q[n];
      vertices.emplace_back(a, b);
    }
    std::vector<Rational> alphas, betas;
    for (size_t n = 0; n < vertices.size(); ++n) {
      alphas.push_back(vertices[n].first);
      betas.push_back(vertices[n].second);
      if (n == 0) continue;
      alphas.push_back((vertices[n].first + vertices[n - 1].first) / Rational(2));
      betas.push_back((vertices[n].second + vertices[n - 1].second) / Rational(2));
    }
    const RegionAnswers answers = region_answers(composed, {}, alphas, Effort{20});
    for (size_t n = 0; n < alphas.size(); ++n) {
      CHECK(answers.tradeoff[n].value().contains(betas[n]));
    }
    // TV-AREA: 1 - 2 int f by the trapezoidal rule.
    Rational integral(0);
    for (size_t n = 1; n < vertices.size(); ++n) {
      integral = integral + (vertices[n].first - vertices[n - 1].first) *
                                (vertices[n].second + vertices[n - 1].second) / Rational(2);
    }
    const Certified area = region_area(composed, Effort{20});
    CHECK(area.value().contains(kOne - Rational(2) * integral));
    CHECK(area.reached());
  }
}

TEST_CASE("Areas of regions: below that without eta", "[papers][compose_tv][TV-AREA]") {
  const ComposedTv composed({{Real(number("0.1")), Real(Rational(0)), Real(number("0.02")), 400}});
  const Certified with = region_area(composed, Effort{15}),
                  without = region_area(composed.without_eta(), Effort{15});
  CHECK(certainly_less(with.value(), without.value()));
  CHECK(with.reached());
}

TEST_CASE("Proposition 1: the subsampled dominating pair attains the amplified region",
          "[papers][compose_tv][TV-SUBSAMPLING]") {
  Random random(25);
  for (int i = 0; i < testing::iterations(20); ++i) {
    const RandomStep step = random_step(random);
    const Rational p = Rational(random.integer(1, 100)) / Rational(100);
    CAPTURE(step.E.text(), step.delta.text(), step.eta.text(), p.text());
    const TvSteps amplified = subsampled(step.steps(1), p);
    const Rational E = kOne + p * (step.E - kOne);
    REQUIRE(amplified.exact_ratio());
    CHECK(*amplified.exact_ratio() == E);
    CHECK(*amplified.delta.rational() == p * step.delta);
    CHECK(*amplified.eta->rational() == p * step.eta);
    const Pair pair = dominating(step.E, step.delta, step.alpha);
    // Equations 48 to 50: the mixture and the other distribution, in both directions.
    std::vector<Rational> mixed;
    for (size_t n = 0; n < pair.P.size(); ++n) {
      mixed.push_back((kOne - p) * pair.P[n] + p * pair.Q[n]);
    }
    const auto worst = [&](const Rational& factor) {
      return std::max(enumerated({{pair.P, mixed}}, factor), enumerated({{mixed, pair.P}}, factor));
    };
    CHECK(worst(E) == p * step.delta);
    CHECK(worst(kOne) == p * step.eta);
    // The whole region: the largest delta at any factor is at most that of the amplified pair.
    const Pair tight = dominating(E, p * step.delta, *amplified.exact_alpha());
    for (const char* factor : {"0.3", "0.9", "1.01", "1.3", "5"}) {
      const Rational f = number(factor), g = kOne / f;
      CHECK(worst(f) <= enumerated({tight}, f));
      // The amplified profile is the largest convex one through the three kinks.
      const bool beyond = f >= E || g >= E;
      if (beyond) CHECK(worst(f) == enumerated({tight}, f));
    }
  }
}

TEST_CASE("Theorem 2: bad parameters are refused with name and remedy", "[papers][compose_tv]") {
  const auto make = [](const char* e, const char* d, const char* h, long k) {
    return ComposedTv({{Real(number(e)), Real(number(d)), Real(number(h)), k}});
  };
  CHECK_THROWS_WITH(make("1", "0", "0.5", 3),
                    Catch::Contains("eta must be at most") && Catch::Contains("0.4621171572"));
  CHECK_THROWS_WITH(make("1", "0.1", "0.05", 3), Catch::Contains("eta must be at least delta"));
  CHECK_THROWS_WITH(make("-1", "0", "0.1", 3), Catch::Contains("epsilon must be at least 0"));
  CHECK_THROWS_WITH(make("1", "2", "2", 3), Catch::Contains("delta must be in [0, 1]"));
  CHECK_THROWS_WITH(make("1", "0", "0.1", 0), Catch::Contains("at least 1"));
  // E58: epsilon = 0 forces eta = delta.
  CHECK_THROWS(make("0", "0.1", "0.2", 3));
  const RegionAnswers a = region_answers(make("0", "0.1", "0.1", 3), {0}, {}, Effort{15});
  CHECK(overlaps(a.deltas[0].value(), ball("0.271")));
  CHECK_THROWS_AS(read_number("log(-1)"), std::invalid_argument);
}
