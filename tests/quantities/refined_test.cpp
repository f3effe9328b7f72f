/// A request for more digits than its time permits returns the digits that it reached.
#include <chrono>
#include <thread>

#include "reference/arithmetic/running/deadline.hpp"
#include "reference/quantities/calibration/refined_calibration.hpp"
#include "reference/quantities/comparison/refined_comparison.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/questions/ask.hpp"
#include "reference/values/mint.hpp"
#include "tests/share.hpp"
#include "tests/stops.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr const char* kMechanism = "subsampled_gaussian(sigma=1,p=0.1)^20";

Effort stopped(int digits, StoppingPoll& poll) { return {digits, poll.poll()}; }

/// Returns the numbers of polls at the start of the last step and at the end.
std::pair<long, long> last_step(const Quantity& quantity, const Real& at, int digits) {
  PrivacyProfile profile(Composition::parse(kMechanism), Direction::forward);
  StoppingPoll poll;
  long before = 0;
  CHECK(refined(quantity, profile, at, stopped(digits, poll), [&](const Extended&) {
          before = poll.calls();
        })->reached());
  return {before, poll.calls()};
}

}  // namespace

TEST_CASE("refined: up to 25 digits at once, more by steps that cost little beside the last",
          "[quantities][refined]") {
  CHECK(digits_in_turn(1) == std::vector<int>{1});
  CHECK(digits_in_turn(25) == std::vector<int>{25});
  CHECK(digits_in_turn(26) == std::vector<int>{6, 26});
  CHECK(digits_in_turn(60) == std::vector<int>{3, 15, 60});
  CHECK(digits_in_turn(1000) == std::vector<int>{3, 15, 62, 250, 1000});
}

TEST_CASE("refined: what the next digits take is distinguished by those before",
          "[quantities][refined]") {
  CHECK_FALSE(predicted_seconds({}, 60));
  CHECK_FALSE(predicted_seconds({{15, 1e-5}}, 60));  // too short to measure
  // Time proportional to the square of the digits.
  const std::vector<TurnTaken> squares{{15, 0.01}, {60, 0.16}};
  CHECK(*predicted_seconds(squares, 240) == Approx(2.56));
  CHECK_FALSE(digits_between(squares, 240, 3));  // all digits will be reached
  const auto between = digits_between(squares, 240, 1);
  REQUIRE(between);
  CHECK(*between > 75);
  CHECK(*predicted_seconds(squares, *between) <= 0.5);
  CHECK_FALSE(digits_between(squares, 240, 0.2));  // hardly more digits than the current ones
  CHECK_FALSE(digits_between(squares, 110, 0.4));  // hardly fewer digits than the next step
  CHECK_FALSE(digits_between(squares, 240, -1));
  CHECK_FALSE(digits_between({}, 240, 1));
}

TEST_CASE("refined: the digits between take turns where the time is too short for the next",
          "[quantities][refined]") {
  const auto digits_of = [](const Poll& poll, double seconds) {
    std::vector<int> out;
    for (Turns turns(1000, poll); !turns.over(); turns.advance(true)) {
      out.push_back(turns.now());
      if (turns.now() == 250) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    }
    return out;
  };
  CHECK(digits_of([] {}, 0.05) == digits_in_turn(1000));
  CHECK(digits_of(Deadline::in(1000), 0.05) == digits_in_turn(1000));
  CHECK(digits_of(Deadline::in(1000).asking([] {}), 0.05) == digits_in_turn(1000));
  // 1000 digits would take 32 times 0.05 s, and half a second is available.
  const std::vector<int> found = digits_of(Deadline::in(0.55), 0.05);
  REQUIRE(found.size() >= 6);
  CHECK(found[3] == 250);
  CHECK(found[4] > 250);
  CHECK(found[4] < 1000);
  CHECK(found.back() == 1000);
  // If the earlier turns did not finish, the last turn requests all digits.
  Turns turns(1000, [] {});
  turns.advance(false);
  CHECK(turns.now() == 1000);
  turns.advance(false);
  CHECK(turns.over());
}

TEST_CASE("refined: digits that came with those before are not asked for",
          "[quantities][refined]") {
  std::vector<int> asked;
  const Rational number(1, 3);
  const Extended found = refined(
      [&](const Effort& effort) -> Extended {
        asked.push_back(effort.digits);
        const Bits p = bits_for_digits(effort.digits < 60 ? 70 : effort.digits + 3);
        return certified({Ball(number, p), {}}, "none", effort.digits);
      },
      Effort{1000, [] {}});
  CHECK(found->reached());
  CHECK(asked == std::vector<int>{3, 250, 1000});
}

TEST_CASE("refined: who listens is told how many digits there are and what comes next",
          "[quantities][refined]") {
  const Rational number(1, 3);
  std::vector<std::pair<int, double>> told;
  const Effort effort{1000, Deadline::in(1000).told([&](const Stage& next) {
                        told.emplace_back(next.digits, next.known);
                      })};
  refined(
      [&](const Effort& step) -> Extended {
        return certified({Ball(number, bits_for_digits(step.digits + 3)), {}}, "none", step.digits);
      },
      effort);
  CAPTURE(told);
  REQUIRE(told.size() >= 3);
  int before = 3;
  for (const auto& [next, known] : told) {
    CAPTURE(next, known);
    CHECK(next > before);
    CHECK(known >= before);
    CHECK(known < next);
    before = next;
  }
}

TEST_CASE("refined: comparisons and the theorem's bound say how far they have come",
          "[quantities][refined][slow]") {
  constexpr int kDigits = 40;
  std::vector<double> known;
  const Effort effort{
      kDigits, Deadline::in(1000).told([&](const Stage& next) { known.push_back(next.known); })};
  PrivacyProfile first(Composition::parse("gaussian(sigma=1)"), Direction::forward),
      second(Composition::parse("laplace(b=1)"), Direction::forward);
  CHECK(refined_comparison(first, second, effort).comparison.reached);
  REQUIRE_FALSE(known.empty());
  CHECK(known.back() >= 10);
  known.clear();
  const Composition M = Composition::parse("subsampled_gaussian(sigma=2,p=0.01)^1000");
  refined_berry_esseen(M, Composition::parse("subsampled_gaussian(sigma=3,p=0.01)^3000"),
                       Direction::forward, effort);
  REQUIRE_FALSE(known.empty());
  CHECK(known.back() >= 10);
}

TEST_CASE("refined: stopped on the way to many digits, a quantity has those of the step before",
          "[quantities][refined][sweep]") {
  const std::vector<std::pair<std::string, std::string>> questions = {
      {"delta", "1/2"}, {"epsilon", "1/1000"}, {"tradeoff", "1/10"}, {"minimax_prior", "0"}};
  for (const auto& [name, at] : questions) {
    CAPTURE(name);
    const Quantity& quantity = required_quantity(name);
    (void)last_step(quantity, number(at),
                    60);  // Constants are computed once per process, with polls.
    const auto [before, all] = last_step(quantity, number(at), 60);
    REQUIRE(before < all);
    Random random(3);
    for (const long n : stop_points(all - before, testing::of_sweep(2, 6), random)) {
      CAPTURE(n);
      PrivacyProfile profile(Composition::parse(kMechanism), Direction::forward);
      StoppingPoll poll(before + n);
      std::vector<Extended> so_far;
      const Extended found = refined(quantity, profile, number(at), stopped(60, poll),
                                     [&](const Extended& best) { so_far.push_back(best); });
      CHECK(found->value().relative_digits() >= 14.5);
      CHECK(found->reached() == (found->value().relative_digits() >= 60));
      CHECK(so_far.size() == 2);
      // After the poll reported the end of the time, it is not called again.
      CHECK(poll.calls() == before + n);
    }
  }
}

TEST_CASE("refined: a stop before anything is known gives what is certain, or is passed on",
          "[quantities][refined]") {
  for (const Quantity* one : profile_quantities()) {
    const Quantity& quantity = *one;
    CAPTURE(quantity.name);
    PrivacyProfile profile(Composition::parse(kMechanism), Direction::forward);
    StoppingPoll poll(1);
    try {
      const Extended found = refined(quantity, profile, number("1/3"), stopped(200, poll));
      // Answers that need no work.
      CHECK(found->reached() == (found->value().relative_digits() >= 200));
    } catch (const Interrupted&) {
    }
    CHECK(poll.calls() <= 1);
    const Certified certain = certain_before(quantity, "none");
    CHECK_FALSE(certain.reached());
  }
}

TEST_CASE("refined: a trade-off function that was stopped at once is at most 1 - alpha",
          "[quantities][refined][tradeoff]") {
  for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
    PrivacyProfile profile(Composition::parse(kMechanism), direction);
    StoppingPoll poll(1), again(1);
    const Certified f = tradeoff(profile, Rational(1, 10), stopped(15, poll));
    CHECK_FALSE(f.reached());
    CHECK(f.value().upper().approximate() < 0.9 + 1e-6);
    // Reconstruction is defined by the other directions.
    if (direction == Direction::reverse) continue;
    const Certified R = reconstruction(profile, Rational(1, 10), stopped(15, again));
    CHECK(R.value().lower().approximate() > 0.1 - 1e-6);
  }
}

TEST_CASE("refined: a divergence, a calibration, a fit and a comparison keep what they had",
          "[quantities][refined][slow]") {
  PrivacyProfile first(Composition::parse("gaussian(sigma=1)"), Direction::worst);
  PrivacyProfile second(Composition::parse("laplace(b=1)"), Direction::worst);
  const auto at = [](long n, int digits, auto ask) {
    StoppingPoll poll(n);
    return ask(stopped(digits, poll));
  };
  const Family family("gaussian(sigma=?)", "");
  const PrivacyTarget target{PrivacyTarget::Measure::delta, Rational(2), Rational::parse("1e-5")};
  // A budget that is more than sufficient for the first step and insufficient for the last.
  constexpr long kPolls = 20000;
  CHECK(at(kPolls, 40, [&](const Effort& effort) {
          return refined_divergence(first, second, nullptr, effort).value.value().relative_digits();
        }) >= 9);
  CHECK(at(kPolls, 2000, [&](const Effort& effort) {
          return refined_calibration(family, target, Direction::worst, "auto", effort)
              .value.value()
              .relative_digits();
        }) >= 15);
  CHECK(
      at(kPolls, 400, [&](const Effort& effort) {
        return refined_fit(second, {Rational(1, 10), {}, {}}, effort).mu->value().relative_digits();
      }) >= 5);
}

TEST_CASE(
    "refined: the last part of a limit of time gives a few digits where nothing else was found",
    "[quantities][refined][slow]") {
  constexpr double kSeconds = 0.3;
  const Rational number(1, 3);
  const auto with = [&](int few) {  // up to `few` digits are returned immediately, more never
    return [=](const Effort& effort) -> Extended {
      while (effort.digits > few) effort.poll();
      const Bits p = bits_for_digits(effort.digits) + 8;
      return certified({Ball(number, p), {}}, "none", effort.digits);
    };
  };
  const auto found = [&](int few, const Poll& poll, int digits = 15) {
    return refined(with(few), Effort{digits, poll})->value().relative_digits();
  };
  // Requests for few digits have a fallback too.
  for (const int digits : {2, 4}) CHECK(found(1, Deadline::in(kSeconds), digits) >= 1);
  CHECK(found(5, Deadline::in(kSeconds)) >= 4);
  CHECK(found(1, Deadline::in(kSeconds)) >= 1);
  CHECK_THROWS_AS(found(0, Deadline::in(kSeconds)), Interrupted);
  const Deadline limit = Deadline::in(kSeconds);
  // A poll that is not known to be a deadline.
  CHECK_THROWS_AS(found(5, [&] { limit(); }), Interrupted);
  // A stage that finished in time answers the request.
  CHECK(found(20, Deadline::in(kSeconds)) >= 15);
}

TEST_CASE("refined: an epsilon that was stopped between its ends has the one that is known",
          "[quantities][epsilon][refined]") {
  const Rational D = Rational::parse("1e-3");
  // An engine selected by name: other engines always know both ends.
  PrivacyProfile fresh(Composition::parse(kMechanism), Direction::forward, "fourier");
  StoppingPoll count;
  const Certified truth = epsilon(fresh, D, stopped(8, count)).value();
  const auto [low, high] = printed_numbers(truth, 6);
  long one_sided = 0;
  for (long n = 1; n <= count.calls(); n += 1 + count.calls() / 40) {
    CAPTURE(n);
    PrivacyProfile profile(Composition::parse(kMechanism), Direction::forward, "fourier");
    StoppingPoll stop(n);
    const Certified found = epsilon(profile, D, stopped(8, stop)).value();
    const auto [least, most] = printed_numbers(found, 6);
    CHECK((!least || *least <= *high));
    CHECK((!most || *low <= *most));
    if (least.has_value() != most.has_value()) ++one_sided;
  }
  CHECK(one_sided > 0);
}
