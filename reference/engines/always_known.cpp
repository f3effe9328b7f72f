#include "reference/engines/always_known.hpp"

#include <time.h>

#include <cmath>
#include <functional>
#include <optional>

#include "reference/engines/transform_bounds.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

constexpr Bits kBits{64};

constexpr double kLongestOfMany = 0.02;  // seconds for each bound if there are many factors

/// The processor time of this thread, in seconds.
double own_processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Returns the result of `work`; nothing if it polls more than a fixed number of times (some hundredths of a second)
/// or, with many factors, takes longer than that. The caller's poll is not called, so that its time does not decide.
/// Tables from earlier work save polls: the bound may then be tighter.
std::optional<Ball> within_few_polls(bool many, const std::function<std::optional<Ball>()>& work) {
  constexpr long kMostPolls = 400;
  const double begin = many ? own_processor_time() : 0;
  long left = kMostPolls;
  const Poll count = [&left, many, begin] {
    const bool over = many ? own_processor_time() - begin > kLongestOfMany : left-- <= 0;
    if (over) throw Interrupted();
  };
  const PollHere here(count);
  try {
    return work();
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

class AlwaysKnown final : public Engine {
 public:
  explicit AlwaysKnown(const Composition& composition)
      : composition_(composition),
        forward_{TransformBounds(composition, false)},
        reverse_{TransformBounds(composition, true)} {}

  std::string name() const override { return kAlwaysKnown; }
  std::string explain() const override {
    return "always_known: Chernoff's bound above, a tilted window below";
  }
  NamedTexts parameters() const override { return {{"method", "bounds by the transform"}}; }

  /// Answers also after the time limit: computes some values of the transform to a few bits.
  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    if (const auto exact = outside(question, t)) return {*exact, {}};
    const Ball found = clipped(question, known(question, t, effort.log_enough), t);
    return {found, {UpperBound(), UpperBound(), UpperBound(), found.radius()}};
  }

 private:
  /// Returns the exact value at a threshold beyond all losses. The ends of the losses are equal for all thresholds: if
  /// finding them takes too long once, it is not tried again.
  std::optional<Ball> outside(Question question, const Real& t) {
    if (ends_take_long_) return std::nullopt;
    ends_take_long_ = true;
    return within_few_polls(many_, [&] {
      const double begin = many_ ? own_processor_time() : 0;
      const auto exact = beyond_support(composition_, question, t, kBits);
      ends_take_long_ = many_ && own_processor_time() - begin > kLongestOfMany;
      return exact;
    });
  }

  /// delta(t) = e^t excess_reverse(-t) and similar identities: privacy_profile.cpp.
  Ball known(Question question, const Real& t, double log_enough) {
    const Ball one = Ball::integer(1, kBits);
    switch (question) {
      case Question::delta:
        return between(&forward_, t, log_enough);
      case Question::one_minus_delta:
        return one - between(&forward_, t, -HUGE_VAL);
      case Question::excess:
        return exp(t(kBits)) * between(&reverse_, -t, log_enough - t.approximate());
      default:
        return Ball::indeterminate(kBits);
    }
  }

  /// One direction, and the number of times its bounds took too long. They are given up after a few times, because each
  /// may leave tables for the next.
  struct Side {
    TransformBounds bounds;
    int below_failed = 0, above_failed = 0;
  };

  /// max(0, 1 - e^t) <= delta(t) <= 1, combined with the bounds from the transform. No lower bound is sought below
  /// e^log_enough.
  Ball between(Side* side, const Real& t, double log_enough) const {
    const Ball one = Ball::integer(1, kBits), trivial = max(-expm1(t(kBits)), Ball(kBits));
    if (composition_.without_transform() != nullptr) return Ball::hull(trivial.lower(), one);
    TransformBounds& bounds = side->bounds;
    const auto below = unless_long(&side->below_failed, [&]() -> Ball {
      const bool helps = log_enough < HUGE_VAL && bounds.log_below_about(t) > log_enough;
      return helps ? bounds.below(t, kBits) : trivial;
    });
    const auto above =
        unless_long(&side->above_failed, [&] { return bounds.above(t, kBits).value_or(one); });
    const Ball low = (below ? max(*below, trivial) : trivial).lower();
    const Ball high = above ? min(*above, one).upper() : one;
    return Ball::hull(low, high);
  }

  template <class Work>
  std::optional<Ball> unless_long(int* failed, const Work& work) const {
    const int chances = many_ ? 1 : 4;
    if (*failed >= chances) return std::nullopt;
    const auto found = within_few_polls(many_, [&]() -> std::optional<Ball> { return work(); });
    if (!found) ++*failed;
    return found;
  }

  static constexpr size_t kManyFactors = 64;

  Composition composition_;
  bool many_ = composition_.factors().size() > kManyFactors;
  Side forward_, reverse_;
  bool ends_take_long_ = false;
};

std::string refusal(const Composition&) { return ""; }

Estimate estimate(const Composition&) {
  return Estimate::not_worth_it("bounds alone, which every answer is intersected with");
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<AlwaysKnown>(composition);
}

}  // namespace

EngineEntry always_known_entry() {
  return {
      kAlwaysKnown,
      "any composition: bounds of few digits or none, in milliseconds where there are transforms",
      refusal, estimate, make};
}

std::unique_ptr<Engine> make_always_known(const Composition& composition) {
  return refusal(composition).empty() ? make(composition) : nullptr;
}

}  // namespace plumbline
