#include "reference/engines/always_known.hpp"

#include <functional>
#include <optional>

#include "reference/engines/transform_bounds.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

constexpr Bits kBits{64};

/// Returns what `work` finds; nothing where it polls more than a fixed number of times (some hundredths of a second).
/// The caller's poll is not asked, so that time does not decide. Tables that earlier work has left save polls: the
/// bound may then be sharper.
std::optional<Ball> within_few_polls(const std::function<std::optional<Ball>()>& work) {
  constexpr long kMostPolls = 400;
  long left = kMostPolls;
  const Poll count = [&left] {
    if (left-- <= 0) throw Interrupted();
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
      : composition_(composition), forward_(composition, false), reverse_(composition, true) {}

  std::string name() const override { return kAlwaysKnown; }
  std::string explain() const override {
    return "always_known: Chernoff's bound above, a tilted window below";
  }
  NamedTexts parameters() const override { return {{"method", "bounds by the transform"}}; }

  /// Also when time is up: some values of the transform to a few bits.
  Enclosure answer(Question question, const Real& t, const Effort&) override {
    if (const auto exact = outside(question, t)) return {*exact, {}};
    const Ball found = clipped(question, known(question, t), t);
    return {found, {UpperBound(), UpperBound(), UpperBound(), found.radius()}};
  }

 private:
  /// Returns the exact value at a threshold beyond all losses. The ends of the losses are the same for all thresholds:
  /// where finding them takes too long once, it is not tried again.
  std::optional<Ball> outside(Question question, const Real& t) {
    if (ends_take_long_) return std::nullopt;
    ends_take_long_ = true;
    return within_few_polls([&] {
      const auto exact = beyond_support(composition_, question, t, kBits);
      ends_take_long_ = false;
      return exact;
    });
  }

  /// delta(t) = e^t excess_reverse(-t) and the like: privacy_profile.cpp.
  Ball known(Question question, const Real& t) {
    const Ball one = Ball::integer(1, kBits);
    switch (question) {
      case Question::delta:
        return between(forward_, t);
      case Question::one_minus_delta:
        return one - between(forward_, t);
      case Question::excess:
        return exp(t(kBits)) * between(reverse_, -t);
      default:
        return Ball::indeterminate(kBits);
    }
  }

  /// max(0, 1 - e^t) <= delta(t) <= 1 beside what the transform says.
  Ball between(TransformBounds& bounds, const Real& t) const {
    const Ball one = Ball::integer(1, kBits), trivial = max(-expm1(t(kBits)), Ball(kBits));
    if (composition_.without_transform() != nullptr) return Ball::hull(trivial.lower(), one);
    const auto below = within_few_polls([&] { return bounds.below(t, kBits); });
    const auto above = within_few_polls([&] { return bounds.above(t, kBits); });
    const Ball low = (below ? max(*below, trivial) : trivial).lower();
    const Ball high = above ? min(*above, one).upper() : one;
    return Ball::hull(low, high);
  }

  Composition composition_;
  TransformBounds forward_, reverse_;
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
