/// Stopped quantities, calibrations and comparisons: their results are valid, and the object answers a later question
/// like a fresh one.
#include <ctime>

#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/selection/selection.hpp"
#include "reference/questions/registry.hpp"
#include "tests/stops.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr const char* kMechanism = "subsampled_gaussian(sigma=1,p=0.1)^20";

PrivacyProfile profile(const std::string& mechanism) {
  return PrivacyProfile(Composition::parse(mechanism), Direction::worst);
}

Real at(const Quantity& quantity) { return number(quantity.name == "epsilon" ? "1e-3" : "1/3"); }

/// Checks that an answer overlaps the truth; a computation stopped before any result passes.
template <class Ask>
void meets(const Ask& ask, const Ball& truth) {
  try {
    CHECK(overlaps(ask(), truth));
  } catch (const Interrupted&) {
  }
}

/// Returns the processor time of this thread in seconds.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Returns the longest processor time between two polls of a question that is stopped after one second.
template <class Ask>
double longest_silence(const Ask& ask) {
  const double start = processor_seconds();
  double last = start, longest = 0;
  const auto look = [&] {
    const double now = processor_seconds();
    longest = std::max(longest, now - last);
    last = now;
    return now - start > 1;
  };
  try {
    ask(Poll([&] {
      if (look()) throw Interrupted{};
    }));
  } catch (const Interrupted&) {
  }
  look();
  return longest;
}

}  // namespace

TEST_CASE("stopped: slow questions look at their limit", "[quantities][stops][slow]") {
  const PrivacyTarget target{PrivacyTarget::Measure::delta, number("1"), Rational::parse("1e-5")};
  CHECK(longest_silence([&](const Poll& poll) {
          calibrate(Family("skellam(mu=?)^20", ""), target, Direction::worst, "auto",
                    Effort{15, poll});
        }) < 1);
  CHECK(longest_silence([&](const Poll& poll) {
          PrivacyProfile asked = profile("subsampled_laplace(b=0.5,p=0.1)^30");
          tradeoff(asked, Rational(1, 1000), Effort{15, poll});
        }) < 1);
}

TEST_CASE("stopped: a profile that was stopped answers every quantity as a fresh one",
          "[quantities][stops][slow]") {
  constexpr int kDigits = 8;
  Random random(4);
  for (const Quantity* one : profile_quantities()) {
    const Quantity& quantity = *one;
    if (quantity.name == "minimax_prior") continue;  // takes long; one of several similar ones
    CAPTURE(quantity.name);
    PrivacyProfile fresh = profile(kMechanism);
    StoppingPoll count;
    const Ball truth =
        quantity.compute(fresh, at(quantity), Effort{kDigits, count.poll()})->value();
    for (const long n : stop_points(count.calls(), 6, random)) {
      CAPTURE(n, count.calls());
      PrivacyProfile kept = profile(kMechanism);
      StoppingPoll stop(n);
      meets(
          [&] {
            return quantity.compute(kept, at(quantity), Effort{kDigits, stop.poll()})->value();
          },
          truth);
      const Extended again = quantity.compute(kept, at(quantity), Effort{kDigits});
      CHECK(overlaps(again->value(), truth));
      CHECK(again->value().relative_digits() >= kDigits - 0.3);
    }
  }
}

TEST_CASE("stopped: a selection that was stopped answers as a fresh one",
          "[quantities][selection][stops][slow]") {
  const Real epsilon = number("1");
  const auto bound = [&](const Poll& poll) {
    return Selection(profile("gaussian(sigma=2)^3"), RunLaw::parse("geometric(gamma=0.2)"),
                     Effort{8, poll})
        .delta(epsilon);
  };
  StoppingPoll count;
  const SelectedValue truth = bound(count.poll());
  REQUIRE(truth.bound);
  Random random(8);
  for (const long n : stop_points(count.calls(), 4, random)) {
    CAPTURE(n, count.calls());
    StoppingPoll stop(n);
    bool stops = true;
    std::unique_ptr<Selection> kept;
    const Poll poll = [&, ask = stop.poll()] {
      if (stops) ask();
    };
    try {
      kept = std::make_unique<Selection>(profile("gaussian(sigma=2)^3"),
                                         RunLaw::parse("geometric(gamma=0.2)"), Effort{8, poll});
      const SelectedValue found = kept->delta(epsilon);  // the best bound so far
      if (found.bound && truth.attained) {
        CHECK(certainly_at_most(truth.attained->value().lower(), found.bound->value().upper()));
      }
    } catch (const Interrupted&) {
    }
    stops = false;
    if (!kept) continue;
    CHECK(overlaps(kept->delta_bound(epsilon)->value(), truth.bound->value()));
    const SelectedValue again = kept->delta(epsilon);
    CHECK(again.bound->value().decimal_bounds(8) == truth.bound->value().decimal_bounds(8));
    REQUIRE(static_cast<bool>(again.attained) == static_cast<bool>(truth.attained));
    if (truth.attained) CHECK(overlaps(again.attained->value(), truth.attained->value()));
  }
}

TEST_CASE("stopped: a calibration encloses the threshold wherever it ends",
          "[quantities][calibration][stops][slow]") {
  const Family family("subsampled_gaussian(sigma=?,p=0.1)^20", "");
  const PrivacyTarget target{PrivacyTarget::Measure::delta, number("1"), Rational::parse("1e-3")};
  const auto ask = [&](StoppingPoll& poll) {
    return calibrate(family, target, Direction::worst, "auto", Effort{6, poll.poll()});
  };
  StoppingPoll count;
  const Calibration truth = ask(count);
  REQUIRE(truth.safe);
  Random random(5);
  for (const long n : stop_points(count.calls(), 20, random)) {
    CAPTURE(n, count.calls());
    StoppingPoll stop(n);
    meets(
        [&] {
          const Calibration found = ask(stop);
          // The safe value meets the target: it is on the private side of the threshold.
          if (found.safe)
            CHECK(certainly_at_most(truth.value.value().lower(), Ball(*found.safe, Bits{128})));
          return found.value.value();
        },
        truth.value.value());
  }
}

TEST_CASE("stopped: a comparison says nothing false wherever it ends",
          "[quantities][comparison][stops][slow]") {
  using Order = ComparedRange::Order;
  const auto ask = [](StoppingPoll& poll) {
    PrivacyProfile first = profile("gaussian(sigma=1)"), second = profile("laplace(b=1)");
    return compare(first, second, Effort{6, poll.poll()});
  };
  StoppingPoll count;
  const Comparison truth = ask(count);
  REQUIRE(truth.verdict == Dominance::cross);
  Random random(6);
  for (const long n : stop_points(count.calls(), 20, random)) {
    CAPTURE(n, count.calls());
    StoppingPoll stop(n);
    try {
      const Comparison found = ask(stop);
      CHECK((found.verdict == Dominance::cross || found.verdict == Dominance::open ||
             !found.margin.is_zero()));
      for (const ComparedRange& range : found.ranges) {
        const bool first = range.kind == Order::first_larger;
        if (!first && range.kind != Order::second_larger) continue;
        // No crossing of the complete comparison is strictly inside a range of one sign.
        for (const ComparedRange& known : truth.ranges) {
          if (known.kind != Order::crossing) continue;
          CHECK_FALSE(
              (certainly_less(range.from, known.from) && certainly_less(known.to, range.to)));
        }
      }
    } catch (const Interrupted&) {
    }
  }
}
