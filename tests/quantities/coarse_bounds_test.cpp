/// Bounds of trade-off functions on brackets, triples and cells so coarse that the bounded errors are visible,
/// compared with exact fractions: with a bound disabled the exact value is outside.
#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/comparison/curve_distance.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/tradeoff/curve_heights.hpp"
#include "reference/quantities/tradeoff/curve_worst.hpp"
#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/values/hyperprior.hpp"
#include "tests/every.hpp"
#include "tests/faults/switch.hpp"
#include "tests/quantities/exact_curve.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const Bits kBits{256};

/// Returns three to five outputs without a common lattice of losses.
std::vector<ExactOutput> random_outputs(Random& random) {
  const int n = random.integer(3, 5);
  std::vector<ExactOutput> out;
  Rational P(0), Q(0);
  for (int i = 0; i < n; ++i) {
    out.push_back({Rational(random.integer(1, 40)), Rational(random.integer(1, 40))});
    P = P + out.back().P;
    Q = Q + out.back().Q;
  }
  for (ExactOutput& x : out) x = {x.P / P, x.Q / Q};
  return out;
}

PrivacyProfile profile_of(const std::vector<ExactOutput>& outputs, Direction d) {
  return PrivacyProfile(Composition::parse(exact_expression(outputs)), d);
}

/// Returns the exact delta at e^t = x.
Rational exact_delta(const std::vector<ExactOutput>& outputs, bool reverse, const Rational& x) {
  Rational sum(0);
  for (const ExactOutput& o : outputs) {
    const Rational rise = reverse ? o.P - x * o.Q : o.Q - x * o.P;
    if (rise.sign() > 0) sum = sum + rise;
  }
  return sum;
}

Ball exactly(double x) { return Ball::from_binary64(x, kBits); }

/// Returns a bracket around the root from four random thresholds and -5 and 5.
TestBracket coarse_bracket(TestSearch search, Random& random) {
  for (int i = 0; i < 4; ++i) search.look(exactly(random.uniform(-4, 4)), 20);
  search.look(exactly(-5), 20);
  search.look(exactly(5), 20);
  REQUIRE(search.flanked());
  return search.around(exactly(random.uniform(-2, 2)));
}

}  // namespace

TEST_CASE("a coarse bracket of a level encloses the curve, and the line at its own threshold",
          "[quantities][tradeoff][TEST-BRACKET]") {
  Random random(91);
  int wide = 0;
  for (int i = 0; i < iterations(60); ++i) {
    const std::vector<ExactOutput> outputs = random_outputs(random);
    const bool reverse = i % 2 == 1, gamma = i % 3 == 0;
    const Direction d = reverse ? Direction::reverse : Direction::forward;
    PrivacyProfile M = profile_of(outputs, d);
    const Rational alpha(random.integer(1, 99), 100UL);
    CAPTURE(exact_expression(outputs), direction_name(d), alpha.text(), gamma);
    Curve curve(M, reverse);
    const TestBracket bracket =
        coarse_bracket(TestSearch::for_level(curve, alpha, 15, Effort{}), random);
    const CurvePoint point = curve_point(bracket, gamma, 15, Effort{});
    const ExactCurve truth(outputs, d);
    CHECK(point.value.contains(gamma ? truth.gamma(alpha) : truth.f(alpha)));
    wide += point.value.radius().log_approximate() > -4;
    // The line at its own threshold, computed from the profile instead of tails.
    REQUIRE(point.line);
    const Ball& s = point.line->threshold;
    const Ball height = M.delta(Real::exactly(s), Effort{30}).value + exp(s) * Ball(alpha, kBits);
    check_meet(point.line->height, gamma ? height : ball("1") - height, 12);
  }
  CHECK(wide > 10);
}

TEST_CASE("one loss in the bracket is one loss in all of it, the test's threshold included",
          "[quantities][tradeoff][TEST-BRACKET]") {
  // Losses -2, 0 and 2 with irrational masses; the level 1/100 is reached at 2.
  PrivacyProfile M(Composition::parse("randomized_response(epsilon=1)^2"), Direction::forward);
  Curve curve(M, false);
  TestSearch search = TestSearch::for_level(curve, number("1/100"), 15, Effort{});
  search.look(exactly(1.5), 20);
  search.look(exactly(2.5), 20);
  const Ball truth = exp(ball("2")) * ball("1/100");
  for (const double t : {1.75, 2.25, 2.0, -1.0, 0.0, 3.0}) {
    CAPTURE(t);
    const TestBracket bracket = search.around(exactly(t));
    const CurvePoint point = curve_point(bracket, true, 15, Effort{});
    CHECK(overlaps(point.value, truth));
    // For a test on the other side of 0 the bracket contains both losses.
    CHECK((bracket.slopes(kBits).relative_digits() > 30) == (t > 0));
    const Ball& s = point.line->threshold;
    const Ball height = M.delta(Real::exactly(s), Effort{40}).value + exp(s) * ball("1/100");
    CHECK(overlaps(point.line->height, height));
  }
}

TEST_CASE("the ends of the curve with few digits", "[quantities][tradeoff][TEST-ENDS]") {
  // The largest loss 2 has P-mass 1/(1+e)^2 = 0.07.
  PrivacyProfile M(Composition::parse("randomized_response(epsilon=1)^2"), Direction::forward);
  for (const char* text : {"1e-5", "1e-20", "1e-4"}) {
    Curve curve(M, false);
    const Ball slope = exp(ball("2")), a = ball(text), one = ball("1");
    const CurvePoint low = curve_point(curve, number(text), true, 1, Effort{});
    CHECK(low.value.contains(slope * a));
    CHECK(low.value.relative_digits() < 3);
    const CurvePoint high = curve_point(curve, Rational(1) - number(text), false, 1, Effort{});
    CHECK(high.value.contains(a / slope));
    // The line is known more accurately than the point.
    for (const CurvePoint& point : {low, high}) {
      REQUIRE(point.line);
      const Real s = Real::exactly(point.line->threshold);
      const bool top = certainly_positive(point.line->threshold);
      const Ball x = exp(point.line->threshold.at(kBits));
      const Ball height =
          top ? M.delta(s, Effort{30}).value + x * a : x * a - M.excess(s, Effort{30}).value;
      CHECK(overlaps(point.line->height, height));
      CHECK(point.line->height.relative_digits() > 10);
    }
    CHECK(certainly_less(one, slope));
  }
}

TEST_CASE("one point of one direction bounds the worst direction's curve",
          "[quantities][tradeoff][WORST-CURVE]") {
  Random random(92);
  int decided = 0, wide = 0;
  for (int i = 0; i < iterations(60); ++i) {
    const std::vector<ExactOutput> outputs = random_outputs(random);
    PrivacyProfile M = profile_of(outputs, Direction::worst);
    const ExactCurve truth(outputs, Direction::worst);
    const Rational alpha(random.integer(1, 99), 100UL);
    const bool reverse = i % 2 == 1, gamma = i % 3 == 0;
    CAPTURE(exact_expression(outputs), alpha.text(), reverse, gamma);
    Curve curve(M, reverse);
    const TestBracket bracket =
        coarse_bracket(TestSearch::for_level(curve, alpha, 15, Effort{}), random);
    CurvePoint point = curve_point(bracket, gamma, 15, Effort{});
    const WorstBounds bounds = worst_bounds(M, reverse, point, alpha, gamma, Effort{});
    const Rational exact = gamma ? truth.gamma(alpha) : truth.f(alpha);
    CHECK(bounds.value.contains(exact));
    // Without a line the function uses that of the larger profile.
    point.line.reset();
    CHECK(worst_bounds(M, reverse, point, alpha, gamma, Effort{}).value.contains(exact));
    const Certified whole =
        gamma ? reconstruction(M, alpha, Effort{}) : tradeoff(M, alpha, Effort{});
    CHECK(whole.value().contains(exact));
    decided += bounds.larger;
    wide += bounds.value.radius().log_approximate() > -4;
  }
  CHECK(decided > 10);
  CHECK(wide > 10);
}

TEST_CASE("two tests far from 0 and the line of 0 bound the worst direction's curve",
          "[quantities][tradeoff][WORST-TIES]") {
  Random random(94);
  int found = 0, wide = 0;
  for (int i = 0; i < iterations(60); ++i) {
    const std::vector<ExactOutput> outputs = random_outputs(random);
    PrivacyProfile M = profile_of(outputs, Direction::worst);
    const ExactCurve truth(outputs, Direction::worst);
    const bool gamma = i % 3 == 0;
    std::vector<TestPoint> points;
    for (const char* t : {"-0.7", "-0.2", "0.2", "0.7"}) {
      for (const bool mirrored : {false, true}) {
        points.push_back(test_point(M, ball(t, kBits).midpoint(), mirrored, Effort{}));
      }
    }
    for (long percent = 5; percent < 100; percent += 10) {
      const Rational alpha(percent, 100UL);
      const Ball level(alpha, kBits);
      const Ball one_minus = M.one_minus_delta(Real(Rational(0)), Effort{30}).value - level;
      const Ball line = gamma ? Ball::integer(1, kBits) - one_minus : one_minus;
      for (const TestPoint& left : points) {
        for (const TestPoint& right : points) {
          const auto value = under_chord(line, left, right, level, gamma);
          if (!value) continue;
          CAPTURE(exact_expression(outputs), alpha.text(), gamma);
          CHECK(value->contains(gamma ? truth.gamma(alpha) : truth.f(alpha)));
          ++found;
          wide += value->radius().log_approximate() > -4;
        }
      }
    }
  }
  CHECK(found > 100);
  CHECK(wide > 100);
}

TEST_CASE("three heights far apart enclose the largest", "[quantities][CONCAVE-MAXIMUM]") {
  Random random(93);
  int found = 0;
  for (int i = 0; i < iterations(400); ++i) {
    const std::vector<ExactOutput> outputs = random_outputs(random);
    const Rational alpha(random.integer(1, 99), 100UL), x(random.integer(1, 300), 100UL);
    const Rational eta(random.integer(1, 9), 10UL);
    const auto height = [&](const Rational& at) {
      return Ball(Rational(1) - exact_delta(outputs, false, at) - at * alpha, kBits);
    };
    const Rational one(1);
    const auto top = concave_maximum(height(x * (one - eta)), height(x), height(x * (one + eta)));
    if (!top) continue;
    ++found;
    CAPTURE(exact_expression(outputs), alpha.text(), x.text(), eta.text());
    CHECK(top->contains(ExactCurve(outputs, Direction::forward).f(alpha)));
  }
  CHECK(found > 20);
}

TEST_CASE("four heights far apart enclose the largest, from either side",
          "[quantities][CONCAVE-SIDE]") {
  Random random(95);
  int found = 0;
  for (int i = 0; i < iterations(400); ++i) {
    const std::vector<ExactOutput> outputs = random_outputs(random);
    const Rational alpha(random.integer(1, 99), 100UL), x(random.integer(1, 300), 100UL);
    const Rational step = x * Rational(random.integer(1, 4) * (i % 2 == 0 ? 1 : -1), 10UL);
    const auto height = [&](int n) {
      const Rational at = x + step * Rational(n);
      return Ball(Rational(1) - exact_delta(outputs, false, at) - at * alpha, kBits);
    };
    const auto top = concave_maximum(height(-1), height(0), height(1), height(2));
    if (!top) continue;
    ++found;
    CAPTURE(exact_expression(outputs), alpha.text(), x.text(), step.text());
    CHECK(top->contains(ExactCurve(outputs, Direction::forward).f(alpha)));
  }
  CHECK(found > 20);
}

TEST_CASE("coarse brackets and priors around the balance",
          "[quantities][membership][FIXED-POINT][BALANCED-PRIOR][CONCAVE-PRIOR]") {
  Random random(94);
  int peaks = 0;
  for (int i = 0; i < iterations(60); ++i) {
    const std::vector<ExactOutput> outputs = random_outputs(random);
    const bool reverse = i % 2 == 1;
    const Direction d = reverse ? Direction::reverse : Direction::forward;
    PrivacyProfile M = profile_of(outputs, d);
    const Rational truth = ExactCurve(outputs, d).fixed_point();
    CAPTURE(exact_expression(outputs), direction_name(d));
    Curve curve(M, reverse);
    const TestBracket bracket =
        coarse_bracket(TestSearch::for_balance(curve, 15, Effort{}), random);
    CHECK(balanced_error(bracket, 15, Effort{}).value.contains(truth));
    // At some prior of the enclosure R = min over tests of pi a + (1-pi) b equals a*.
    const auto R = [&](const Rational& prior) {
      const Rational rest = Rational(1) - prior, x = prior / rest;
      return rest * (Rational(1) - exact_delta(outputs, reverse, x));
    };
    std::vector<Rational> maximisers;
    for (const ExactOutput& o : outputs) {
      const Rational x = reverse ? o.P / o.Q : o.Q / o.P, prior = x / (Rational(1) + x);
      if (R(prior) == truth) maximisers.push_back(prior);
    }
    REQUIRE_FALSE(maximisers.empty());
    const Ball priors = balanced_prior(bracket, kBits);
    CHECK(std::any_of(maximisers.begin(), maximisers.end(),
                      [&](const Rational& prior) { return priors.contains(prior); }));
    for (int k = 1; k < 10; ++k) {
      const Rational m(k, 10UL), h(random.integer(1, 9), 100UL);
      const auto found = minimax_around(M, m, h, Effort{});
      if (!found) continue;
      ++peaks;
      CHECK(found->value.contains(truth));
    }
  }
  CHECK(peaks > 20);
}

TEST_CASE("brackets are used for what they were made for", "[quantities][membership]") {
  PrivacyProfile M(Composition::parse("gaussian(sigma=1)"), Direction::forward);
  Curve curve(M, false);
  const TestSearch level = TestSearch::for_level(curve, number("0.1"), 15, Effort{});
  const TestSearch balance = TestSearch::for_balance(curve, 15, Effort{});
  const Ball t(kBits);
  CHECK_THROWS_AS(balanced_error(level.around(t), 15, Effort{}), std::logic_error);
  CHECK_THROWS_AS(balanced_prior(level.around(t), kBits), std::logic_error);
  CHECK_THROWS_AS(curve_point(balance.around(t), true, 15, Effort{}), std::logic_error);
  CHECK_THROWS_AS(level.around(Ball::hull(t, ball("1"))), std::logic_error);
  CHECK_THROWS_AS(minimax_around(M, number("0.1"), number("0.1"), Effort{}), std::logic_error);
  // Without decisions nothing is known.
  CHECK_FALSE(level.flanked());
  CHECK_FALSE(curve_point(level.around(t), true, 15, Effort{}).value.is_finite());
}

TEST_CASE("a false bound shows as a contradiction, not as a number",
          "[quantities][membership][contradiction]") {
  // The errors of one test and the equation for a* give two enclosures of the same number.
  const auto broken = [](const std::string& id, Direction d) {
    const FaultSwitch off(id, BoundFault::Size::zero);
    PrivacyProfile M(Composition::parse("finite(P=[0.5,0.3,0.2],Q=[0.1,0.2,0.7])"), d);
    return fixed_point(M, Effort{15});
  };
  for (const Direction d : {Direction::forward, Direction::reverse}) {
    CHECK_NOTHROW(broken("NO-BOUND-OF-IT", d));
    CHECK_THROWS_AS(broken("FIXED-POINT", d), Contradiction);
  }
}

TEST_CASE("neighbour chords of (1 - alpha)^2 on coarse grids",
          "[quantities][curves][NEIGHBOUR-CHORDS]") {
  const auto f = [](const Rational& a) { return power(Rational(1) - a, 2); };
  const auto chord = [&](const Rational& a, const Rational& b) {
    return Ball((f(b) - f(a)) / (b - a), kBits);
  };
  Random random(95);
  for (int i = 0; i < iterations(40); ++i) {
    const Rational a(random.integer(10, 400), 1000UL),
        b = a + Rational(random.integer(1, 500), 1000UL);
    const Rational little = number("1e-6");
    const SlopeRange range = neighbour_chords(chord(a - little, a), chord(b, b + little), kBits);
    // The chords next to both ends nearly attain the range.
    for (const Ball& inside : {chord(a, a + little), chord(b - little, b), chord(a, b)}) {
      CHECK(certainly_at_most(range.least, inside));
      CHECK(certainly_at_most(inside, range.most));
    }
    CHECK(certainly_less(range.most - range.least,
                         chord(b, b + little * Rational(9)) - chord(a - little * Rational(9), a)));
  }
  CHECK_FALSE(
      neighbour_chords(std::nullopt, chord(Rational(0), Rational(1)), kBits).least.is_finite());
  CHECK(neighbour_chords(std::nullopt, std::nullopt, kBits).most.is_exactly_zero());
}

TEST_CASE("coarse cells of two profiles bound their difference inside",
          "[quantities][compare][PROFILE-CELL]") {
  Random random(96);
  double tightest = 1;
  for (int i = 0; i < iterations(200); ++i) {
    const std::vector<ExactOutput> F = random_outputs(random), G = random_outputs(random);
    const bool falls = i % 2 == 0;  // delta, or the excess delta - 1 + x
    const auto value = [&](const std::vector<ExactOutput>& outputs, const Rational& x) {
      const Rational d = exact_delta(outputs, false, x);
      return falls ? d : d - Rational(1) + x;
    };
    const Rational a(random.integer(20, 200), 100UL), h(random.integer(1, 100), 100UL), b = a + h;
    const Rational before = a - Rational(random.integer(1, 19), 100UL), after = b + h;
    const auto slope = [&](const Rational& x, const Rational& y) {
      return Ball((value(G, y) - value(G, x)) / (y - x), kBits);
    };
    const auto at = [&](const std::vector<ExactOutput>& o, const Rational& x) {
      return Ball(value(o, x), kBits);
    };
    const Ball bound = profile_cell({Ball(h, kBits), at(F, a), at(F, b), at(G, a), at(G, b),
                                     slope(before, a), slope(b, after), falls});
    CAPTURE(exact_expression(F), exact_expression(G), a.text(), b.text(), falls);
    for (int k = 0; k <= 20; ++k) {
      const Rational x = a + h * Rational(k, 20UL);
      const Ball difference = at(F, x) - at(G, x);
      CHECK(certainly_at_most(difference, bound.upper()));
      tightest = std::min(tightest, (bound - difference).approximate());
    }
  }
  CHECK(tightest < 1e-9);
}

TEST_CASE("beyond the epsilons examined profiles differ by what is said, and by no less",
          "[quantities][compare][PROFILE-ENDS]") {
  // At both ends only the profile of the Gaussian remains.
  for (const Direction d : {Direction::forward, Direction::reverse}) {
    PrivacyProfile g(Composition::parse("gaussian(sigma=1)"), d),
        r(Composition::parse("randomized_response(epsilon=1)"), d);
    const Comparison c = compare(g, r, Effort{15});
    const Ball right = g.delta(Real::exactly(c.most), Effort{30}).value;
    const Ball left = g.excess(Real::exactly(c.least), Effort{30}).value;
    const Ball most = c.beyond.ball(kBits);
    CHECK(certainly_at_most(right, most));
    CHECK(certainly_at_most(left, most));
    CHECK(certainly_less(most, max(left, right) * ball("1.0001")));
    CHECK(r.delta(Real::exactly(c.most), Effort{30}).value.is_exactly_zero());
  }
}

TEST_CASE("weighted divergence of the extremes in closed form",
          "[quantities][divergence][hyperprior][WEIGHTED-CELL]") {
  // R - R~ = min(x, 1-x), so x Psi = 30 x^2 (1-x)^4 left of 1/2: its maximum is at 1/3, between samples.
  PrivacyProfile top(Composition::parse("perfectly_private()"), Direction::worst),
      bottom(Composition::parse("blatantly_non_private()"), Direction::worst);
  const auto weight = Hyperprior::parse("beta(2,5)");
  for (const int digits : {3, 5, 8}) {
    const Divergence found = divergence(top, bottom, weight.get(), Effort{digits});
    CHECK(found.value.reached());
    CHECK(found.value.value().contains(number("160/243")));
  }
  // For beta(2,2) it is 6 x^2 (1-x) up to 1/2, where it is largest, and 6 x (1-x)^2 from there.
  const auto even = Hyperprior::parse("beta(2,2)");
  CHECK(divergence(top, bottom, even.get(), Effort{8}).value.value().contains(number("3/4")));
}

TEST_CASE("Chernoff's bound where one loss decides: off by less than a millionth",
          "[claims][CHERNOFF-DELTA]") {
  // The loss log 500 of P-mass 1/1000, with eps = log 400, at which (e^s - e^eps) e^{-5s} is largest.
  const Composition M = Composition::parse("finite(P=[1/1000,999/1000],Q=[1/2,1/2])");
  const Rational eps = number("5.99146454710798");  // slightly above log 400
  PrivacyProfile forward(M, Direction::forward);
  const Ball truth = delta(forward, eps, Effort{30}).value();
  const auto found = chernoff_delta(M, Direction::forward, eps, 0, false);
  REQUIRE(found);
  CHECK(certainly_at_most(truth, found->bound.ball(kBits)));
  CHECK(certainly_less(found->bound.ball(kBits), truth * ball("1.000001")));
  const Composition mirrored = Composition::parse("finite(P=[1/2,1/2],Q=[1/1000,999/1000])");
  const auto reverse = chernoff_delta(mirrored, Direction::reverse, eps, 0, false);
  REQUIRE(reverse);
  CHECK(certainly_at_most(truth, reverse->bound.ball(kBits)));
  CHECK(certainly_less(reverse->bound.ball(kBits), truth * ball("1.000001")));
}
