#include "reference/engines/disclosed.hpp"

#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/hidden_coin.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/every.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::kQuestions;

namespace {

using Number = plumbline::Real;

/// The engine accepts an error of 2^-30, with which its effect is visible.
const char* const kBarely[] = {"subsampled_gaussian(sigma=2/25,p=1/2)",
                               "subsampled_laplace(b=1/45,p=1/3)"};

/// Returns thresholds around the loss log(1-p) of the step, within the steps of the slopes, and elsewhere.
std::vector<Number> places(const Rational& p) {
  const Number floor{LogLinear{Rational(0), {{Rational(1) - p, Rational(1)}}}};
  std::vector<Number> out;
  for (const char* t : {"-3", "-1/4", "0", "1/2", "4"}) out.push_back(Number(Rational::parse(t)));
  for (const char* h : {"-1/100000", "1/200000", "1/100000", "1/10"}) {
    out.push_back(floor + Number(Rational::parse(h)));
  }
  return out;
}

}  // namespace

TEST_CASE("disclosed: one step, beside its closed form",
          "[disclosed][DISCLOSED-COIN][PROFILE-SLOPE]") {
  for (const char* mechanism : kBarely) {
    const Composition step = Composition::parse(mechanism);
    REQUIRE(disclosed_entry().refusal(step).empty());
    const auto engine = disclosed_entry().make(step), exact = closed_form_entry().make(step);
    const Rational p = step.factors().front().mechanism->offer<HiddenCoin>()->share;
    for (const Number& t : places(p)) {
      for (const Question q : kQuestions) {
        CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
        const Ball value = engine->answer(q, t, Effort{20}).value,
                   truth = exact->answer(q, t, Effort{30}).value;
        CHECK(overlaps(value, truth));
      }
      const Ball delta = engine->answer(Question::delta, t, Effort{20}).value;
      CHECK(delta.radius() <= UpperBound::of(testing::ball("1e-8")));
    }
  }
}

TEST_CASE("disclosed: random steps, beside their closed form", "[disclosed]") {
  testing::Random random(31);
  const int n = testing::iterations(40);
  int covered = 0;
  for (int i = 0; i < n; ++i) {
    const std::string p = testing::Random::text(random.log_uniform(1e-4, 0.99));
    const std::string mechanism =
        i % 2 == 0
            ? "subsampled_gaussian(sigma=" + testing::Random::text(random.uniform(0.03, 0.09)) +
                  ",p=" + p + ")"
            : "subsampled_laplace(b=" + testing::Random::text(random.uniform(0.01, 0.03)) +
                  ",p=" + p + ")";
    const Composition step = Composition::parse(mechanism);
    if (!disclosed_entry().refusal(step).empty()) continue;
    ++covered;
    const auto engine = disclosed_entry().make(step), exact = closed_form_entry().make(step);
    for (const Question q : kQuestions) {
      const std::string t = testing::Random::text(random.uniform(-4, 8));
      CAPTURE(mechanism, t, static_cast<int>(q));
      const Number at(Rational::parse(t));
      CHECK(overlaps(engine->answer(q, at, Effort{20}).value,
                     exact->answer(q, at, Effort{30}).value));
    }
  }
  CHECK(covered > n / 2);
}

TEST_CASE("disclosed: two steps and products, beside other engines", "[disclosed][slow]") {
  struct Pair {
    const char *mechanism, *other;
  };
  for (const Pair& x :
       {Pair{"subsampled_gaussian(sigma=7/100,p=1/10)^2", "direct"},
        Pair{"subsampled_laplace(b=1/50,p=1/4) * gaussian(sigma=2)", "fourier"},
        Pair{"subsampled_gaussian(sigma=3/50,p=1/100)^4 * gaussian(sigma=3)", "fourier"}}) {
    const Composition composition = Composition::parse(x.mechanism);
    const auto engine = disclosed_entry().make(composition), other = plan(composition, x.other);
    for (const char* t : {"-1/2", "0", "1/3", "2"}) {
      for (const Question q : kQuestions) {
        CAPTURE(x.mechanism, t, static_cast<int>(q));
        const Number at(Rational::parse(t));
        CHECK(overlaps(engine->answer(q, at, Effort{12}).value,
                       other->answer(q, at, Effort{8}).value));
      }
    }
  }
}

TEST_CASE("disclosed: without noise to speak of, what is sampled is all", "[disclosed]") {
  const auto by = [](const char* mechanism, const char* epsilon, Direction direction) {
    PrivacyProfile profile(Composition::parse(mechanism), direction);
    return delta(profile, Rational::parse(epsilon), Effort{30});
  };
  // At least one of 100 records, each with probability 1 in 100, is sampled.
  const Rational rest = power(Rational(99, 100), 100);
  const Certified forward =
      by("subsampled_gaussian(sigma=1e-5,p=0.01)^100", "1", Direction::forward);
  CHECK(forward.reached());
  CHECK(forward.engine() == "disclosed");
  CHECK(overlaps(forward.value(), Ball(Rational(1) - rest, Bits{256})));
  const Certified laplace = by("subsampled_laplace(b=1e-4,p=0.01)^100", "1", Direction::forward);
  CHECK(laplace.reached());
  CHECK(overlaps(laplace.value(), Ball(Rational(1) - rest, Bits{256})));
}

TEST_CASE("disclosed: what keeps its secret is not covered", "[disclosed]") {
  CHECK_FALSE(
      disclosed_entry().refusal(Composition::parse("subsampled_gaussian(sigma=1,p=0.1)")).empty());
  CHECK_FALSE(disclosed_entry().refusal(Composition::parse("gaussian(sigma=1e-5)^3")).empty());
  CHECK_FALSE(disclosed_entry()
                  .refusal(Composition::parse("subsampled_gaussian(sigma=0.08,p=0.1)^1000"))
                  .empty());
}
