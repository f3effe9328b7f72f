/// Compares the engines' answers about the forward pair, and Renyi divergences, with exact answers at thresholds that
/// equal a loss, are logarithms, or are close to a loss.
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/moments.hpp"
#include "tests/property/exact_check.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using fractions::Law;
using fractions::Polygon;
using fractions::Range;
using plumbline::testing::Bounds;
using plumbline::testing::ExactSample;
using plumbline::testing::ExactSampler;
using plumbline::testing::Random;

namespace {

constexpr int kMore = 40;

/// A threshold t with e^t, exact or to 420 digits.
struct Threshold {
  Real t;
  Range x;
  std::string text;
};

Threshold choose_threshold(Random& random, ExactSampler& sampler, const Law& law) {
  const std::vector<Rational> corners = Polygon(law).x_corners();
  if (!corners.empty() && random.integer(0, 1) == 0) {
    const Rational& x =
        corners[static_cast<size_t>(random.integer(0, static_cast<int>(corners.size()) - 1))];
    const Rational beside = random.integer(0, 1) == 0 ? x : sampler.beside(x);
    const Rational& chosen = beside.sign() > 0 ? beside : x;
    return {Real(LogLinear{Rational(0), {{chosen, Rational(1)}}}), Range(chosen),
            "log " + chosen.text()};
  }
  const Rational t = sampler.epsilon(Polygon(law));
  return {Real(t), fractions::exponential(t, 420), t.text()};
}

/// Returns the mass of the outcomes whose loss exceeds t.
Rational above(const Law& law, const Range& x, bool under_P) {
  Rational sum(0);
  for (const fractions::Outcome& o : law.outcomes()) {
    // q/p > x; a loss that 420 digits do not separate from t equals t.
    if (fractions::certain_sign(Range(o.q) - x * o.p) > 0) sum = sum + (under_P ? o.p : o.q);
  }
  return sum;
}

Range truth(Question question, const Law& law, const Range& x) {
  const Range one{Rational(1)};
  switch (question) {
    case Question::delta:
      return Polygon(law).delta(x);
    case Question::one_minus_delta:
      return one - Polygon(law).delta(x);
    case Question::excess: {
      const Range reverse =
          Polygon(law.reversed()).delta(Range(Rational(1) / x.most, Rational(1) / x.least));
      return {reverse.least * x.least, reverse.most * x.most};
    }
    case Question::P_above:
      return Range(above(law, x, true));
    case Question::P_below:
      return one - Range(above(law, x, true));
    case Question::Q_above:
      return Range(above(law, x, false));
    default:
      return one - Range(above(law, x, false));
  }
}

}  // namespace

TEST_CASE("every question to every engine against exact truth", "[exact][sweep]") {
  Random random(8000 + testing::sweep_seed());
  const int n = testing::of_sweep(8, 60);
  int answered = 0;
  for (int i = 0; i < n; ++i) {
    const int digits = testing::choose_digits(random);
    ExactSampler sampler(random, digits);
    const ExactSample sample = random.integer(0, 2) == 0 ? sampler.responses() : sampler.finite();
    const Composition composition = Composition::parse(sample.expression);
    const auto engine = plan(composition, testing::choose_engine(random, composition, digits));
    for (int k = 0; k < 4; ++k) {
      const Threshold at = choose_threshold(random, sampler, sample.law);
      const auto question = static_cast<Question>(random.integer(0, 6));
      CAPTURE(sample.expression, engine->name(), static_cast<int>(question), at.text, digits);
      const Ball value = engine->answer(question, at.t, testing::patient(digits)).value;
      const Bounds bounds = value.decimal_bounds(digits + kMore);
      const Range known = truth(question, sample.law, at.x);
      CAPTURE(testing::shown(bounds), testing::shown(known));
      CHECK(testing::encloses(bounds, known));
      answered += value.relative_digits() >= 1;
    }
  }
  CHECK(answered >= n * 4 * 3 / 4);
}

TEST_CASE("Renyi divergences of whole orders against exact truth", "[exact][sweep]") {
  Random random(9000 + testing::sweep_seed());
  const int n = testing::iterations(60);
  for (int i = 0; i < n; ++i) {
    const int digits = testing::choose_digits(random);
    ExactSampler sampler(random, digits);
    const ExactSample sample = sampler.finite();
    const Direction direction = testing::choose_direction(random);
    const int order = random.integer(2, 8);
    CAPTURE(sample.expression, direction_name(direction), order, digits);
    const Composition composition = Composition::parse(sample.expression);
    std::optional<Rational> sum(Rational(0));
    for (const bool reverse : {false, true}) {
      if (direction == (reverse ? Direction::forward : Direction::reverse)) continue;
      const auto one = fractions::power_sum(reverse ? sample.law.reversed() : sample.law, order);
      sum = sum && one ? std::optional(*sum < *one ? *one : *sum) : std::nullopt;
    }
    const auto value = renyi(composition, Rational(order), direction, testing::patient(digits));
    const auto largest = max_divergence(composition, direction, testing::patient(digits));
    const auto ratio = sample.polygon(direction).largest_ratio();
    REQUIRE(value.is_infinite() != sum.has_value());
    REQUIRE(largest.is_infinite() != ratio.has_value());
    if (!value) continue;
    const Bounds bounds = printed_bounds(*value, digits + kMore);
    const Bounds most = printed_bounds(*largest, digits + kMore);
    CAPTURE(testing::shown(bounds), testing::shown(most), testing::shown(Range(*sum)));
    CHECK(testing::encloses_log(bounds, Range(*sum), order - 1));
    CHECK(testing::encloses_log(most, Range(*ratio)));
    CHECK(value->reached());
    CHECK(largest->reached());
  }
}
