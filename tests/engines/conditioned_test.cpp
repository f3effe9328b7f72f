#include "reference/engines/conditioned/conditioned.hpp"

#include "reference/engines/conditioned/discrete_law.hpp"
#include "reference/engines/conditioned/halves.hpp"
#include "reference/engines/conditioned/tilted_law.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/lattice/lattice.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::kQuestions;

namespace {

using Number = plumbline::Real;

/// Compares this engine with another one for each question at each threshold.
void require_agreement(const std::string& text, const std::string& other, int digits,
                       const std::vector<Number>& places) {
  const Composition composition = Composition::parse(text);
  const auto engine = plan(composition, "conditioned"), witness = plan(composition, other);
  for (const Number& t : places) {
    for (const Question q : kQuestions) {
      CAPTURE(text, t.approximate(), static_cast<int>(q));
      const Ball value = engine->answer(q, t, Effort{digits}).value;
      CHECK(overlaps(value, witness->answer(q, t, Effort{digits}).value));
      CHECK(value.relative_digits() >= digits);
    }
  }
}

std::vector<Number> rationals(std::initializer_list<const char*> texts) {
  std::vector<Number> out;
  for (const char* text : texts) out.push_back(Number(Rational::parse(text)));
  return out;
}

}  // namespace

TEST_CASE("conditioned: on a common lattice, beside one period of a line",
          "[conditioned][CONDITIONED][CONDITIONED-REST]") {
  // -1/8 and 1/4 are losses of the first composition. With a single digit the truncation is visible.
  for (const int digits : {1, 20}) {
    require_agreement("discrete_gaussian(sigma=2)^2 * discrete_gaussian(sigma=1)", "fourier",
                      digits, rationals({"-7/3", "-1/8", "1/7", "1/4", "3"}));
  }
  require_agreement("discrete_gaussian(sigma=2) * randomized_response(epsilon=1/4)^3", "fourier",
                    18, rationals({"-1", "0", "1/3", "2"}));
}

TEST_CASE("conditioned: what is left out is bounded", "[conditioned][CONDITIONED-REST]") {
  const Composition composition = Composition::parse("discrete_gaussian(sigma=3)^3");
  const Bits p{128};
  for (const double depth : {5.0, 20.0, 60.0}) {
    const auto law = conditioned::discrete_law(composition.factors(), depth, p, 1000, [] {});
    REQUIRE(law);
    Ball P(p), Q(p);
    for (const auto& point : law->points) {
      P += point.P;
      Q += point.Q;
      CHECK(overlaps(point.Q, point.P * exp(point.loss(p))));
    }
    CHECK(certainly_less(P, Ball::integer(1, p)));
    CHECK(overlaps(P + law->P_rest, Ball::integer(1, p)));
    CHECK(overlaps(Q + law->Q_rest, Ball::integer(1, p)));
  }
}

TEST_CASE("conditioned: finitely many losses, with ties", "[conditioned]") {
  const Number tie(LogLinear{Rational(0), {{Rational(3), Rational(1)}}});
  std::vector<Number> places = rationals({"-2", "1/2", "1"});
  places.push_back(tie);
  places.push_back(tie - Number(Rational(2)));
  places.push_back(-tie);
  require_agreement(
      "randomized_response(epsilon=1)^2 * "
      "finite(P=[1/4,3/4],Q=[3/4,1/4])^3",
      "finite", 20, places);
}

TEST_CASE("conditioned: countable losses among others", "[conditioned][slow]") {
  require_agreement("randomized_response(epsilon=1)^2 * gaussian(sigma=2)^3", "fourier", 15,
                    rationals({"-1", "1/2", "2"}));
  require_agreement("discrete_gaussian(sigma=1) * subsampled_gaussian(sigma=1,p=1/4)^2", "fourier",
                    10, rationals({"-1/2", "1"}));
  require_agreement("binomial(n=40) * gaussian(sigma=3)", "fourier", 12, rationals({"-1/2", "1"}));
}

TEST_CASE("conditioned: random products without a common lattice, beside the lattice",
          "[conditioned][sweep]") {
  testing::Random random(77);
  const int n = testing::of_sweep(2, 6);
  for (int i = 0; i < n; ++i) {
    const auto number = [&](double a, double b) {
      return testing::Random::text(random.log_uniform(a, b));
    };
    std::string text = "discrete_gaussian(sigma=" + number(0.7, 4) + ")";
    text += i % 2 == 0
                ? "^2 * discrete_gaussian(sigma=" + number(0.7, 6) + ")"
                : " * skellam(mu=" + number(0.5, 4) + ") * laplace(b=" + number(0.5, 2) + ")";
    CAPTURE(text);
    const Composition composition = Composition::parse(text);
    REQUIRE(conditioned_entry().refusal(composition).empty());
    const auto engine = conditioned_entry().make(composition),
               witness = lattice_entry().make(composition);
    for (const Question q : {Question::delta, Question::one_minus_delta, Question::excess}) {
      const Number t(Rational::parse(testing::Random::text(random.uniform(-2, 3))));
      const Ball value = engine->answer(q, t, Effort{15}).value;
      CHECK(value.relative_digits() >= 15);
      CHECK(overlaps(value, witness->answer(q, t, Effort{3}).value));
    }
  }
}

TEST_CASE("conditioned: auto takes it where a line is none or long", "[conditioned]") {
  const auto engine_of = [](const char* text) {
    PrivacyProfile profile(Composition::parse(text), Direction::forward);
    const Certified value = delta(profile, Rational(1), Effort{15});
    CHECK(value.reached());
    return value.engine();
  };
  CHECK(engine_of("discrete_gaussian(sigma=10.001) * skellam(mu=7)") == "conditioned");
  CHECK(engine_of("discrete_gaussian(sigma=10.001) * discrete_gaussian(sigma=7.3)") ==
        "integer_gaussians");
  CHECK(engine_of("laplace(b=1)^2 * discrete_gaussian(sigma=2)^2") == "conditioned");
  CHECK(engine_of("discrete_gaussian(sigma=2)^200") == "fourier");
  CHECK(engine_of(
            "randomized_response(epsilon=1/10)^10 * subsampled_gaussian(sigma=1,p=0.01)^1000") ==
        "fourier");
}

TEST_CASE("conditioned: products of discrete Gaussians, beside the sums over their tables",
          "[conditioned]") {
  require_agreement("discrete_gaussian(sigma=1.3)^2 * discrete_gaussian(sigma=2)",
                    "integer_gaussians", 15, rationals({"-1", "1/3", "2"}));
}

TEST_CASE("conditioned: what it leaves to others", "[conditioned]") {
  CHECK_FALSE(conditioned_entry().refusal(Composition::parse("gaussian(sigma=1)")).empty());
  CHECK_FALSE(
      conditioned_entry().refusal(Composition::parse("skellam(mu=30)^4 * laplace(b=1)")).empty());
}

TEST_CASE("conditioned: in two halves as in one list", "[engines][conditioned][HALVES][sweep]") {
  const Bits p{200};
  const auto none = [] {};
  int index = 0;
  for (const char* text :
       {"skellam(mu=1/2)^3", "skellam(mu=1/4)^2 * skellam(mu=1/2,sensitivity=2)"}) {
    if (!testing::of_list(index++, 2)) continue;
    const Composition composition = Composition::parse(text);
    const auto one_list = plan(composition, "conditioned");
    const auto steps = conditioned::split_steps(composition.factors());
    const auto half = [&](const std::vector<Factor>& some, double depth) {
      return *conditioned::discrete_law(some, depth, p, 100000, none);
    };
    conditioned::Halves few(half(steps.first, 9), half(steps.second, 9), p, [] {});
    conditioned::Halves many(half(steps.first, 70), half(steps.second, 70), p, [] {});
    // At 0 many sums of losses equal the threshold and are not separated from it.
    for (const char* t : {"0", "0.3", "2"}) {
      for (const Question question : kQuestions) {
        CAPTURE(text, t, static_cast<int>(question));
        const Number at(Rational::parse(t));
        const Ball truth = one_list->answer(question, at, Effort{12}).value;
        const Ball found = many.answer(question, at, none);
        CHECK(overlaps(few.answer(question, at, none), truth));
        CHECK(overlaps(found, truth));
        const bool tail = question >= Question::P_above;
        if (!tail) CHECK(found.relative_digits() > 12);
      }
    }
  }
}

TEST_CASE("conditioned: two small halves as one list", "[engines][conditioned][HALVES]") {
  const Bits p{128};
  const auto none = [] {};
  const Composition composition = Composition::parse("skellam(mu=1/2)^3");
  const auto steps = conditioned::split_steps(composition.factors());
  const auto half = [&](const std::vector<Factor>& some) {
    return *conditioned::discrete_law(some, 9, p, 100000, none);
  };
  conditioned::Halves halves(half(steps.first), half(steps.second), p, [] {});
  const Number at(Rational(3, 10));
  const Ball truth =
      plan(composition, "conditioned")->answer(Question::delta, at, Effort{12}).value;
  const Ball found = halves.answer(Question::delta, at, none);
  CHECK(overlaps(found, truth));
  CHECK(found.relative_digits() > 1);
}

TEST_CASE("conditioned: five steps beside the lattice", "[engines][conditioned]") {
  const Composition composition = Composition::parse("skellam(mu=3)^5");
  const Number at(Rational(1));
  const Ball found = plan(composition, "auto")->answer(Question::delta, at, Effort{15}).value;
  CHECK(found.relative_digits() >= 15);
  CHECK(
      overlaps(found, plan(composition, "lattice")->answer(Question::delta, at, Effort{3}).value));
}

TEST_CASE("conditioned: under a tilt, beside all masses",
          "[conditioned][engines][CONDITIONED-TILT]") {
  for (const char* text : {"skellam(mu=2)^2", "skellam(mu=1)*skellam(mu=3)"}) {
    const Composition composition = Composition::parse(text);
    const std::vector<Factor>& steps = composition.factors();
    const auto engine = plan(composition, "conditioned");
    for (const Number& t : rationals({"-2.3", "-1/3", "0.01", "1", "2.5"})) {
      for (const Question q : kQuestions) {
        const Ball truth = engine->answer(q, t, Effort{20}).value;
        REQUIRE(truth.relative_digits() > 15);
        const auto tilt = conditioned::tilt_of(steps, q, t.approximate());
        REQUIRE(tilt);
        // Few points, so that the truncation is visible.
        for (const double depth : {2.0, 4.0, 9.0, 30.0, 90.0}) {
          CAPTURE(text, t.approximate(), static_cast<int>(q), depth, tilt->c);
          const auto law = conditioned::tilted_law(steps, tilt->c, depth, Bits{256}, 100000, [] {});
          REQUIRE(law);
          const Ball found = conditioned::answer_by_tilt(*law, q, t, Bits{256}).value;
          CHECK(overlaps(found, truth));
          if (depth > 80) CHECK(found.relative_digits() > 15);
        }
      }
    }
  }
}

TEST_CASE("conditioned: far out, where masses are beyond all doubles", "[conditioned][engines]") {
  // The exact value is the sum of (q(x) q(y) - e^12 p(x) p(y))_+ over the integers, p(x) = e^-1 I_|x|(1), q(x) = p(x
  // - 1).
  const auto engine = plan(Composition::parse("skellam(mu=1)^2"), "auto");
  const Ball found = engine->answer(Question::delta, Number(Rational(12)), Effort{15}).value;
  CHECK(found.relative_digits() > 15);
  CHECK(engine->name() == "conditioned");
  CHECK(overlaps(found, plumbline::testing::ball(
                            "1.93056842668025305598928227891926944551786106885547e-878")));
}
