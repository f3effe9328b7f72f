/// Random allocation between two thresholds of a Gaussian, compared with the line integral, and beyond its reach.
#include "reference/engines/allocation/shown_step.hpp"

#include <cmath>

#include "reference/engines/allocation/allocation_mean.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using Number = plumbline::Real;

namespace {

/// Counts of the questions compared with the line integral, and of those for which it has more than five digits.
struct Beside {
  int asked = 0, sharp = 0;
};

void ask_beside_line(const std::string& text, const Number& t, Beside* beside) {
  const Composition composition = Composition::parse(text);
  const auto engine = shown_step_entry().make(composition), line = plan(composition, "fourier");
  for (const Question question : kQuestions) {
    CAPTURE(text, t.approximate(), static_cast<int>(question));
    const Ball truth = line->answer(question, t, Effort{6}).value;
    const Ball found = engine->answer(question, t, Effort{10}).value;
    CHECK(overlaps(found, truth));
    ++beside->asked;
    if (truth.relative_digits() > 5) ++beside->sharp;
  }
}

}  // namespace

TEST_CASE("shown step: random allocations, alone and in products, beside the line integral",
          "[engines][shown_step][ALLOCATION-SHOWN][ALLOCATION-SUM][PROFILE-SLOPE][sweep]") {
  Random random(411);
  const int n = of_sweep(2, 3);
  Beside beside;
  for (int i = 0; i < n; ++i) {
    std::string text = "random_allocation(sigma=" + Random::text(random.log_uniform(0.4, 6)) +
                       ",t=" + std::to_string(random.integer(2, 40)) + ")";
    if (i % 3 == 1) text += "^" + std::to_string(random.integer(2, 5));
    if (i % 3 == 2) text += " * gaussian(sigma=" + Random::text(random.uniform(1, 5)) + ")";
    if (i % 5 == 4) text = "random_allocation(sigma=1,t=11,k=" + std::to_string(2 + i % 4) + ")";
    ask_beside_line(text, Number(number(Random::text(random.uniform(-0.8, 0.8)))), &beside);
  }
  CHECK(10 * beside.sharp > 9 * beside.asked);
}

TEST_CASE("shown step: one allocation beside the line integral",
          "[engines][shown_step][ALLOCATION-SHOWN][ALLOCATION-SUM][PROFILE-SLOPE]") {
  Beside beside;
  ask_beside_line("random_allocation(sigma=2,t=3)", Number(Rational(1, 5)), &beside);
  CHECK(beside.sharp == beside.asked);
}

TEST_CASE("shown step: sharp where next to nothing is private", "[engines][shown_step]") {
  for (const char* text :
       {"random_allocation(sigma=0.01,t=10)", "random_allocation(sigma=1e-3,t=2)",
        "random_allocation(sigma=0.02,t=100,k=7)"}) {
    const auto engine = plan(Composition::parse(text), "auto");
    for (const Question question : {Question::delta, Question::excess, Question::Q_above}) {
      CAPTURE(text, static_cast<int>(question));
      CHECK(engine->answer(question, Number(Rational(1)), Effort{15}).value.relative_digits() > 15);
      CHECK(engine->name() == "shown_step");
    }
    // The remainder after the test for the largest output: 1 - delta <= Q(no output above mu/2) + e P(some output
    // above mu/2).
    const Ball left =
        engine->answer(Question::one_minus_delta, Number(Rational(1)), Effort{15}).value;
    CHECK(certainly_less(left, ball("1e-200")));
  }
}

TEST_CASE("shown step: trade-off functions where the threshold is far out",
          "[engines][shown_step][quantities][slow]") {
  // The location of the losses is known only from queries: no threshold is infinite.
  const Composition composition = Composition::parse("random_allocation(sigma=0.01,t=10)");
  PrivacyProfile gaussian(Composition::parse("gaussian(sigma=0.01)"), Direction::forward);
  const Rational alpha = number("0.01");
  const Ball least = tradeoff(gaussian, alpha, Effort{8}).value();
  for (const Direction direction : kDirections) {
    CAPTURE(static_cast<int>(direction));
    PrivacyProfile profile(composition, direction);
    const Ball found = tradeoff(profile, alpha, Effort{8}).value();
    CHECK(certainly_at_most(least, found.upper()));
    CHECK(certainly_less(found, ball("1e-1000")));
  }
}

TEST_CASE("shown step: however large sigma is, both ends are known", "[engines][shown_step]") {
  const auto engine = plan(Composition::parse("random_allocation(sigma=1000,t=1e9)"), "shown_step");
  const auto gaussian = plan(Composition::parse("gaussian(sigma=1000)"), "auto");
  // The likelihood ratio is approximately normal with mean 1 and variance (e^(1e-6) - 1)/1e9; its expected distance
  // from 1 is sqrt(2/pi) times the deviation.
  const Ball deviation = sqrt(expm1(ball("1e-6")) / ball("1e9"));
  const Ball half = deviation / sqrt(Ball::pi(Bits{128}) * 2);
  const Ball tv = engine->answer(Question::delta, Number(Rational(0)), Effort{15}).value;
  CHECK(certainly_less(abs(tv - half), half / 1000));
  CHECK(tv.relative_digits() > 3);
  for (const char* t : {"0", "1e-8", "1e-7", "1e-3", "0.01", "1"}) {
    CAPTURE(t);
    const Number at(number(t));
    const Ball found = engine->answer(Question::delta, at, Effort{15}).value;
    const Ball most = gaussian->answer(Question::delta, at, Effort{15}).value;
    CHECK(certainly_at_most(found.lower(), most));
    CHECK(certainly_at_most(found.upper(), most.upper() * ball("1.000001")));
  }
}

TEST_CASE("shown step: random allocation is above the Gaussian of the sum",
          "[engines][shown_step][ALLOCATION-SUM][sweep]") {
  // Products of blocks, compared with the line integral.
  int index = 0;
  for (const char* text :
       {"random_allocation(sigma=3,t=50)^4", "random_allocation(sigma=2,t=11,k=3)",
        "random_allocation(sigma=5,t=100)^9 * gaussian(sigma=4)"}) {
    if (!of_list(index++, 2)) continue;
    const Composition composition = Composition::parse(text);
    const auto engine = shown_step_entry().make(composition), line = plan(composition, "fourier");
    for (const Question question : {Question::delta, Question::one_minus_delta, Question::excess}) {
      CAPTURE(text, static_cast<int>(question));
      const Number t(number("0.05"));
      const Ball truth = line->answer(question, t, Effort{8}).value;
      const Ball found = engine->answer(question, t, Effort{8}).value;
      CHECK(truth.relative_digits() > 7);
      CHECK(overlaps(found, truth));
      CHECK(certainly_positive(found));
    }
  }
}

TEST_CASE("allocation mean: a normal likelihood ratio, beside the line integral",
          "[engines][shown_step][ALLOCATION-NORMAL]") {
  for (const auto& [sigma, t] : {std::pair{"1", "4"}}) {
    const auto line =
        plan(Composition::parse("random_allocation(sigma=" + std::string(sigma) + ",t=" + t + ")"),
             "fourier");
    const Rational mu = Rational(1) / number(sigma);
    const OneOfSteps steps{mu * mu, number(t)};
    for (const char* epsilon : {"0", "-0.2"}) {
      for (const Question question :
           {Question::delta, Question::one_minus_delta, Question::excess}) {
        CAPTURE(sigma, t, epsilon, static_cast<int>(question));
        const Number at(number(epsilon));
        const Ball truth = line->answer(question, at, Effort{8}).value;
        CHECK(truth.relative_digits() > 7);
        CHECK(overlaps(profile_by_normal_mean(question, at, steps, Bits{128}), truth));
      }
    }
  }
  CHECK_THROWS_AS(profile_by_normal_mean(Question::P_above, Number(Rational(0)),
                                         {Rational(1), Rational(2)}, Bits{128}),
                  std::logic_error);
}

TEST_CASE("shown step: what it does not cover is refused", "[engines][shown_step]") {
  CHECK_FALSE(shown_step_entry().refusal(Composition::parse("gaussian(sigma=1)^2")).empty());
  CHECK_THROWS_AS(plan(Composition::parse("laplace(b=1)"), "shown_step"), std::invalid_argument);
  const Composition mixed =
      Composition::parse("random_allocation(sigma=2,t=5) * subsampled_gaussian(sigma=1,p=0.1)");
  CHECK(shown_step_entry().estimate(mixed).cost > fourier_entry().estimate(mixed).cost);
}
