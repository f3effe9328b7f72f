#include "reference/engines/far_losses_engine.hpp"

#include <algorithm>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/always_known.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/tied_losses.hpp"

namespace plumbline {
namespace {

/// Returns the answer about one pair, from its tails.
Ball answer_by(const DominatingPair& pair, Question question, const Real& t, Bits p) {
  const TiedProfile profile = profile_at(pair, t, p);
  switch (question) {
    case Question::delta:
      return profile.delta;
    case Question::one_minus_delta:
      return profile.one_minus_delta;
    case Question::excess:
      return profile.excess;
    case Question::P_above:
    case Question::P_below:
    case Question::Q_above:
    case Question::Q_below:
      break;
  }
  return from_tails(question, pair.tails(t, p), t(p));
}

/// Wraps an engine for the near losses, and reports the name of the wrapped engine.
class WithFarLosses final : public Engine {
 public:
  WithFarLosses(const Composition& whole, NearLosses losses, std::unique_ptr<Engine> inner)
      : losses_(std::move(losses)),
        inner_(std::move(inner)),
        known_(make_always_known(whole)),
        single_(losses_.single()) {}

  std::string name() const override { return inner_->name(); }
  std::string explain() const override {
    return inner_->explain() + "; losses far from 0 " + (single_ ? "in closed form" : "bounded");
  }
  NamedTexts parameters() const override { return inner_->parameters(); }
  bool vary() override { return inner_->vary(); }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 96;
    const Ball near = losses_.near_share(p);
    const Ball rest = single_ ? exactly(question, t, effort) : bounded(question, t, p);
    Effort sharper = effort;
    sharper.digits += 1;
    if (certainly_positive(rest)) {  // digits far below the sum do not matter
      sharper.log_enough =
          std::max(effort.log_enough, rest.log_approximate() - (effort.digits + 1) * kLn10);
    }
    const Enclosure inner = given_near(question, t, sharper);
    const UpperBound size = UpperBound::of(near);
    const ErrorBudget& e = inner.budget;
    const Enclosure out{near * inner.value + rest,
                        {e.quadrature * size, e.truncation * size + rest.radius(),
                         e.discretisation * size, e.rounding * size},
                        inner.final};
    return single_ || effort.suffices(out.value) ? out : beside_known(question, t, effort, out);
  }

 private:
  /// Returns `out`, intersected with the bounds from the transform of the whole composition.
  Enclosure beside_known(Question question, const Real& t, const Effort& effort,
                         const Enclosure& out) {
    if (known_ == nullptr) return out;
    const Ball known = known_->answer(question, t, effort).value;
    if (!known.is_finite()) return out;
    return {common(out.value, known, "an answer with far losses and bounds by the transform"),
            out.budget, out.final};
  }

  /// Returns the inner engine's answer about the near losses; if it is interrupted, the range of all possible
  /// answers.
  Enclosure given_near(Question question, const Real& t, const Effort& effort) {
    try {
      return inner_->answer(question, t, effort);
    } catch (const Interrupted&) {
      return {clipped(question, Ball::indeterminate(bits_for_digits(effort.digits)), t), {}};
    }
  }

  /// If the composition is a single run: returns the answer about its far losses, times their probability.
  Ball exactly(Question question, const Real& t, const Effort& effort) const {
    constexpr int kDoublings = 5;
    const NearLosses::Far& far = losses_.far.front();
    Ball best = Ball::indeterminate(Bits{64});
    for (int i = 0; i < kDoublings; ++i) {
      const Bits p{(bits_for_digits(effort.digits).n + 96) << i};
      best = far.share(p) * answer_by(*far.law, question, t, p);
      if (best.is_exactly_zero() || best.relative_digits() > effort.digits) break;
    }
    return best;
  }

  // BOUND(FAR-LOSSES)
  // Statement.  Let each run of some factors be of one of two types, near or far. The output reveals the type, and the
  //             probability of the type 'far' is equal under P and Q. Let w be the probability that some run is far.
  //             An answer about the whole composition is 1 - w times the answer given that no run is far, plus a
  //             number between 0 and a bound. This bound is w for a tail or delta(t), w min(1, e^t) for 1 - delta, and
  //             w e^t for delta - 1 + e^t.
  // Needs.      The shares are equal under P and Q: FarLosses.
  // Proof.      Each answer is a tail of S or E_P[h(e^S)], where h(y) is (y - e^t)_+, min(y, e^t) or (e^t - y)_+.
  //             Split it by the event that some run is far. E_P[e^S; far] = Q(far) = w and P(far) = w. Moreover (y -
  //             e^t)_+ <= y, min(y, e^t) is at most y and at most e^t, and (e^t - y)_+ <= e^t. Given that no run is
  //             far, the runs are still independent. The ratio of the conditional distributions is e^S, because the
  //             shares are equal.
  // Source.     Elementary.
  Ball bounded(Question question, const Real& t, Bits p) const {
    const Ball share = losses_.far_share(p), one = Ball::integer(1, p), x = exp(t(p));
    const Ball most = question == Question::excess            ? share * x
                      : question == Question::one_minus_delta ? share * min(one, x)
                                                              : share;
    return bound<"FAR-LOSSES">(Ball::zero_to(UpperBound::of(most), p));
  }

  NearLosses losses_;
  std::unique_ptr<Engine> inner_, known_;
  bool single_;
};

}  // namespace

std::unique_ptr<Engine> with_far_losses(const Composition& whole, NearLosses losses,
                                        std::unique_ptr<Engine> inner) {
  return std::make_unique<WithFarLosses>(whole, std::move(losses), std::move(inner));
}

}  // namespace plumbline
