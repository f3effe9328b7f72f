/// Random allocation by the moments of the rest after the mean of the outputs, and by its largest output, compared
/// with the line integral, which uses neither.
#include "reference/engines/allocation/allocation_split.hpp"

#include "reference/engines/allocation/allocation_largest.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using Number = plumbline::Real;

namespace {

constexpr Bits kBits{128};
const std::vector<Question> kProfile{Question::delta, Question::one_minus_delta, Question::excess};

Ball by_line(const std::string& text, Question question, const Number& t) {
  return plan(Composition::parse(text), "fourier")->answer(question, t, Effort{12}).value;
}

/// Returns a ball around a number that is known to some digits only.
Ball about(const char* value, const char* error) {
  return widen(ball(value), UpperBound::of(ball(error)));
}

SplitLoss epochs_of(const char* sigma, const char* t, const char* count) {
  const Rational mu = Rational(1) / number(sigma), epochs = number(count);
  return {mu * mu / number(t) * epochs, {{mu, number(t), epochs}}};
}

}  // namespace

TEST_CASE("allocation split: few moments and many, beside the line integral",
          "[engines][shown_step][ALLOCATION-SPLIT][sweep]") {
  struct Case {
    const char *sigma, *t, *count, *epsilon;
  };
  int index = 0;
  for (const Case& x : {Case{"10", "100", "1", "0"},
                        {"5", "50", "1", "0.03"},
                        {"8", "4", "1", "-0.1"},
                        {"10", "20", "30", "0.1"}}) {
    if (!of_list(index++, 2)) continue;
    const std::string text =
        "random_allocation(sigma=" + std::string(x.sigma) + ",t=" + x.t + ")^" + x.count;
    const SplitLoss loss = epochs_of(x.sigma, x.t, x.count);
    const Number t(number(x.epsilon));
    for (const Question question : kProfile) {
      const Ball truth = by_line(text, question, t);
      REQUIRE(truth.relative_digits() > 11);
      for (const long n : {4L, 6L, 8L, 16L}) {
        CAPTURE(text, x.epsilon, static_cast<int>(question), n);
        CHECK(overlaps(profile_by_split(question, t, loss, n, kBits), truth));
      }
      CHECK(profile_by_split(question, t, loss, 16, kBits).relative_digits() > 9);
    }
  }
}

TEST_CASE("allocation split: gaussians beside epochs, and what is refused",
          "[engines][shown_step][ALLOCATION-SPLIT]") {
  SplitLoss loss = epochs_of("9", "10", "2");
  loss.variance = loss.variance + Rational(1, 25UL);
  const Ball truth = by_line("random_allocation(sigma=9,t=10)^2 * gaussian(sigma=5)",
                             Question::delta, Number(number("0.2")));
  const Ball found = SplitProfile(loss).at(Question::delta, Number(number("0.2")), Effort{12});
  CHECK(found.relative_digits() > 12);
  CHECK(overlaps(found, truth));
  CHECK_THROWS_AS(profile_by_split(Question::delta, Number(Rational(0)), loss, 5, kBits),
                  std::logic_error);
  CHECK_THROWS_AS(profile_by_split(Question::P_above, Number(Rational(0)), loss, 4, kBits),
                  std::logic_error);
  // Moments of the rest: the first is 0, the variance is ((e^{mu^2} - 1)/t + 1)/e^{mu^2/t} - 1.
  const std::vector<Ball> M = moments_of_rest(epochs_of("2", "10", "1"), 4, kBits);
  const Ball mu2 = ball("0.25");
  CHECK(overlaps(M[1], Ball(kBits)));
  CHECK(overlaps(M[2], (expm1(mu2) / 10 + 1) / exp(mu2 / 10) - 1));
}

TEST_CASE("allocation split: sigma however large, to the requested digits",
          "[engines][shown_step][ALLOCATION-SPLIT][quantities]") {
  // Computed independently with 400 digits, by the same expansion at other orders.
  const auto engine = plan(Composition::parse("random_allocation(sigma=1000,t=1e9)"), "auto");
  const auto at = [&](Question question, const char* t) {
    return engine->answer(question, Number(number(t)), Effort{15}).value;
  };
  check_meet(at(Question::delta, "1e-7"), about("6.73357471270355346484859e-12", "1e-34"), 15);
  check_meet(at(Question::delta, "2e-7"), about("6.065393549566087668943524e-19", "1e-41"), 15);
  CHECK(engine->name() == "shown_step");
  for (const char* t : {"0", "1e-8", "-1e-7"}) {
    for (const Question question : kQuestions) {
      CAPTURE(t, static_cast<int>(question));
      CHECK(at(question, t).relative_digits() > 15);
    }
  }
  for (const Direction direction : kDirections) {
    PrivacyProfile profile(Composition::parse("random_allocation(sigma=100,t=1e6)"), direction);
    const Extended found = epsilon(profile, number("1e-20"), Effort{15});
    CHECK(found.value().reached());
  }
}

TEST_CASE("allocation largest: small sigma beside the line integral",
          "[engines][shown_step][ALLOCATION-LARGEST][sweep]") {
  struct Case {
    const char *sigma, *t, *epsilon;
  };
  int index = 0;
  for (const Case& x :
       {Case{"0.2", "2", "-12"}, {"0.25", "2", "-8"}, {"0.2", "10", "12"}, {"0.3", "4", "-6"}}) {
    if (!of_list(index++, 2)) continue;
    const Rational mu = Rational(1) / number(x.sigma);
    const std::string text = "random_allocation(sigma=" + std::string(x.sigma) + ",t=" + x.t + ")";
    const Number t(number(x.epsilon));
    for (const Question question : kProfile) {
      CAPTURE(text, x.epsilon, static_cast<int>(question));
      const Ball truth = by_line(text, question, t);
      const Ball found = profile_by_largest(question, t, {mu * mu, number(x.t)}, kBits);
      REQUIRE(truth.relative_digits() > 11);
      CHECK(overlaps(found, truth));
    }
  }
  CHECK_THROWS_AS(
      profile_by_largest(Question::P_above, Number(Rational(0)), {Rational(1), Rational(2)}, kBits),
      std::logic_error);
}

TEST_CASE("allocation largest: both sides where sigma is small",
          "[engines][shown_step][ALLOCATION-LARGEST][quantities]") {
  const Composition composition = Composition::parse("random_allocation(sigma=0.01,t=10)");
  PrivacyProfile forward(composition, Direction::forward), reverse(composition, Direction::reverse);
  // 1 - delta = 0.513172222606569247982... by the largest output, computed independently.
  const Ball there = delta(forward, number("5000"), Effort{15}).value();
  check_meet(there, Ball::integer(1, kBits) - about("0.51317222260656924798", "1e-19"), 15);
  const Ball back = delta(reverse, number("5000"), Effort{15}).value();
  CHECK(certainly_less(ball("0.001"), back));
  CHECK(certainly_less(back, ball("0.0011")));
  CHECK(epsilon(forward, number("1e-6"), Effort{15}).value().reached());
  PrivacyProfile two(Composition::parse("random_allocation(sigma=1e-3,t=2)"), Direction::reverse);
  CHECK(epsilon(two, number("1e-6"), Effort{15}).value().value().relative_digits() > 5);
}
