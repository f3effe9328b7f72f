#include "reference/engines/always_known.hpp"

#include "reference/engines/transform_bounds.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

constexpr Bits kBits{64};

class AlwaysKnown final : public Engine {
 public:
  explicit AlwaysKnown(const Composition& composition)
      : composition_(composition), forward_(composition, false), reverse_(composition, true) {}

  std::string name() const override { return kAlwaysKnown; }
  std::string explain() const override {
    return "always_known: Chernoff's bound above, a tilted window below";
  }
  NamedTexts parameters() const override { return {{"method", "bounds by the transform"}}; }

  /// Also when time is up: some values of the transform to a few bits, which no poll ends.
  Enclosure answer(Question question, const Real& t, const Effort&) override {
    const Poll none;
    const PollHere here(none);
    if (const auto exact = beyond_support(composition_, question, t, kBits)) return {*exact, {}};
    const Ball found = clipped(question, known(question, t), t);
    return {found, {UpperBound(), UpperBound(), UpperBound(), found.radius()}};
  }

 private:
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
    const Ball low = max(bounds.below(t, kBits), trivial).lower();
    const auto above = bounds.above(t, kBits);
    const Ball high = above ? min(*above, one).upper() : one;
    return Ball::hull(low, high);
  }

  Composition composition_;
  TransformBounds forward_, reverse_;
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
