#include "reference/engines/always_known.hpp"

#include <time.h>

#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "reference/engines/gaussian_above.hpp"
#include "reference/engines/transform_bounds.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

constexpr Bits kBits{64};

constexpr double kLongestOfMany = 0.02;  // seconds for each bound if there are many factors
constexpr double kLongestAfterLimit =
    0.08;  // seconds for all answers after the caller's time limit

/// The processor time of this thread, in seconds.
double own_processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Limits the work for one answer: by a number of polls (some hundredths of a second), or by a time if there are many
/// factors. Before the caller's time limit passes, these limits (and so the bounds) do not depend on the caller's
/// limit. Afterwards, the total time of all work is limited too.
class FewPolls {
 public:
  /// `late_left`: seconds that work may still use after the caller's time limit. Work reduces this number.
  FewPolls(bool many, const Effort& effort, double* late_left)
      : many_(many), effort_(effort), late_left_(late_left) {
    if (!is_late()) *late_left_ = kLongestAfterLimit;
  }
  ~FewPolls() { take(); }
  FewPolls(const FewPolls&) = delete;
  FewPolls& operator=(const FewPolls&) = delete;

  /// Returns the result of `work`; nothing if it exceeds a limit. Tables from earlier work save polls, so the bound
  /// may then be tighter.
  std::optional<Ball> within(const std::function<std::optional<Ball>()>& work) {
    constexpr long kMostPolls = 400;
    const double begin = many_ ? own_processor_time() : 0;
    long left = kMostPolls;
    const Poll count = [&] {
      const bool too_late = is_late() && take() < 0;
      const bool over = many_ ? own_processor_time() - begin > kLongestOfMany : left-- <= 0;
      if (over || too_late) throw Interrupted();
    };
    const PollHere here(count);
    try {
      return work();
    } catch (const Interrupted&) {
      return std::nullopt;
    }
  }

 private:
  bool is_late() {
    if (!late_since_ && effort_.expired()) late_since_ = own_processor_time();
    return late_since_.has_value();
  }
  double take() {
    if (!late_since_) return *late_left_;
    const double now = own_processor_time();
    *late_left_ -= now - std::exchange(*late_since_, now);
    return *late_left_;
  }

  bool many_;
  const Effort& effort_;
  double* late_left_;
  std::optional<double> late_since_;
};

class AlwaysKnown final : public Engine {
 public:
  explicit AlwaysKnown(const Composition& composition)
      : composition_(composition),
        forward_{false, TransformBounds(composition, false)},
        reverse_{true, TransformBounds(composition, true)} {}

  std::string name() const override { return kAlwaysKnown; }
  std::string explain() const override {
    return "always_known: Chernoff's bound or a Gaussian pair above, a tilted window below";
  }
  NamedTexts parameters() const override { return {{"method", "bounds by the transform"}}; }

  /// Answers even after the time limit: computes some values of the transform to a few bits.
  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    FewPolls limits(many_, effort, &late_left_);
    if (const auto exact = outside(question, t, limits)) return {*exact, {}};
    const Ball found = clipped(question, known(question, t, effort.log_enough, limits), t);
    return {found, {UpperBound(), UpperBound(), UpperBound(), found.radius()}};
  }

 private:
  /// Returns the exact value if the threshold lies beyond all losses. The smallest and the largest loss are the same
  /// for all thresholds: if their computation takes too long once, it is not tried again.
  std::optional<Ball> outside(Question question, const Real& t, FewPolls& limits) {
    if (ends_tried_ && !ends_) return std::nullopt;
    return limits.within([&] {
      if (!std::exchange(ends_tried_, true)) ends_ = ends();
      return ends_ ? beyond_support(*ends_, question, t, kBits) : std::nullopt;
    });
  }

  /// Returns the smallest and the largest loss. If there are many factors, each is stored as a ball, so that the sum
  /// over the factors is computed only once.
  LossEnds ends() const {
    LossEnds out(composition_);
    if (!many_) return out;
    for (std::optional<Real>* end : {&out.smallest, &out.largest}) {
      if (*end) *end = Real([sum = (**end)(kBits)](Bits) { return sum; }, "a sum of losses");
    }
    return out;
  }

  /// Returns bounds of the answer, from bounds of delta(t) and identities such as delta(t) = e^t excess_reverse(-t):
  /// privacy_profile.cpp.
  Ball known(Question question, const Real& t, double log_enough, FewPolls& limits) {
    const Ball one = Ball::integer(1, kBits);
    switch (question) {
      case Question::delta:
        return between(&forward_, t, log_enough, limits);
      case Question::one_minus_delta:
        return one - between(&forward_, t, -HUGE_VAL, limits);
      case Question::excess:
        return exp(t(kBits)) * between(&reverse_, -t, log_enough - t.approximate(), limits);
      default:
        return Ball::indeterminate(kBits);
    }
  }

  /// One order of the pair, (P, Q) or reversed, and the number of times that its bounds took too long. Bounds are
  /// tried a few times, because each attempt may compute tables that the next one uses.
  struct Side {
    bool reverse;
    TransformBounds bounds;
    int below_failed = 0, above_failed = 0;
  };

  /// Encloses delta(t): combines max(0, 1 - e^t) <= delta(t) <= 1 with the bounds from the transform. Lower bounds
  /// below e^log_enough are not computed.
  Ball between(Side* side, const Real& t, double log_enough, FewPolls& limits) {
    const Ball one = Ball::integer(1, kBits), trivial = max(-expm1(t(kBits)), Ball(kBits));
    const Ball most = min(by_gaussian(t, side->reverse, limits).value_or(one), one);
    if (composition_.without_transform() != nullptr) return Ball::hull(trivial.lower(), most);
    TransformBounds& bounds = side->bounds;
    const auto below = unless_long(&side->below_failed, limits, [&]() -> Ball {
      const bool helps = log_enough < HUGE_VAL && bounds.log_below_about(t) > log_enough;
      return helps ? bounds.below(t, kBits) : trivial;
    });
    const auto above = unless_long(&side->above_failed, limits,
                                   [&] { return bounds.above(t, kBits).value_or(one); });
    const Ball low = (below ? max(*below, trivial) : trivial).lower();
    const Ball high = (above ? min(*above, most) : most).upper();
    return Ball::hull(low, high);
  }

  /// Returns the upper bound by GaussianAbove. If the smallest and the largest loss take too long once, this bound is
  /// not tried again.
  std::optional<Ball> by_gaussian(const Real& t, bool reverse, FewPolls& limits) {
    if (gaussian_tried_ && !gaussian_) return std::nullopt;
    return limits.within([&]() -> std::optional<Ball> {
      if (!std::exchange(gaussian_tried_, true)) gaussian_.emplace(composition_);
      return gaussian_ ? gaussian_->above(t, reverse, kBits) : std::nullopt;
    });
  }

  template <class Work>
  std::optional<Ball> unless_long(int* failed, FewPolls& limits, const Work& work) const {
    const int chances = many_ ? 1 : 4;
    if (*failed >= chances) return std::nullopt;
    const auto found = limits.within([&]() -> std::optional<Ball> { return work(); });
    if (!found) ++*failed;
    return found;
  }

  static constexpr size_t kManyFactors = 64;

  Composition composition_;
  bool many_ = composition_.factors().size() > kManyFactors;
  Side forward_, reverse_;
  bool gaussian_tried_ = false;
  std::optional<GaussianAbove> gaussian_{};  ///< constructed on first use
  bool ends_tried_ = false;
  std::optional<LossEnds> ends_{};
  double late_left_ = kLongestAfterLimit;
};

std::string refusal(const Composition&) { return ""; }

Estimate estimate(const Composition&) {
  return Estimate::not_worth_it("coarse bounds; the program intersects every answer with them");
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<AlwaysKnown>(composition);
}

}  // namespace

EngineEntry always_known_entry() {
  return {kAlwaysKnown,
          "any composition: coarse bounds, in milliseconds if the transforms are known", refusal,
          estimate, make};
}

std::unique_ptr<Engine> make_always_known(const Composition& composition) {
  return refusal(composition).empty() ? make(composition) : nullptr;
}

}  // namespace plumbline
