#include "reference/engines/allocation/shown_step.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/allocation/allocation_largest.hpp"
#include "reference/engines/allocation/allocation_mean.hpp"
#include "reference/engines/allocation/allocation_split.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/profile_slopes.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/engines/within.hpp"
#include "reference/mechanisms/allocation/shown_steps.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"

namespace plumbline {
namespace {

Mechanism gaussian_of(const Rational& mu_squared) {
  const Rational variance = Rational(1) / mu_squared;
  return std::make_shared<Gaussian>(mu_squared, "gaussian(sigma2=" + variance.text() + ")");
}

// BOUND(ALLOCATION-SHOWN)
// Statement.  Let U be the composition M with each random allocation of one of n steps replaced by the Gaussian pair
//             of one step, and let R be the sum of log n over all of them. For all t
//
//                 delta_U(t + R) <= delta_M(t) <= delta_U(t).
//
//             Hence 1 - delta_U(t) <= 1 - delta_M(t) <= 1 - delta_U(t + R), and excess_M(t) lies between e^t - (1 -
//             delta_U(t + R)) and excess_U(t).
// Needs.      P = N(0, I), Q = (1/n) sum_i N(mu e_i, I): RandomAllocation; several such blocks: BlockAllocation.
//             Infinite losses are split off before: plan().
// Proof.      Put a sample x of N(0,1) or N(mu,1) at one of n places, chosen uniformly, and samples of N(0,1) at the
//             others. The result has the law P or Q. So M is U with its outputs processed at random, step by step,
//             and delta_M <= delta_U.
//
//             For the lower bound, let the place i be revealed in addition to the output. Under Q, x_i has the law
//             N(mu,1), and L_i = mu x_i - mu^2/2 has the law of the loss of the Gaussian pair. The loss of the output
//             alone is log((1/n) sum_j e^{L_j}) >= L_i - log n. So S_M >= S_U - R in this coupling under Q, and
//             delta(t) = E_Q[(1 - e^{t-S})_+] increases with S. Finally, excess is delta - 1 + e^t.
// Source.     Data processing and coupling; this project's.
Ball between_thresholds(const Ball& here, const Ball& there) {
  return bound<"ALLOCATION-SHOWN">(Ball::hull(here, there));
}

// BOUND(ALLOCATION-SUM)
// Statement.  Let H be the composition M with each random allocation of one of n steps replaced by the
//             Gaussian pair of mu/sqrt(n). Then delta_H <= delta_M, so that 1 - delta_M <= 1 - delta_H,
//             and excess_H <= excess_M.
// Needs.      As ALLOCATION-SHOWN.
// Proof.      The sum of the n outputs divided by sqrt(n) is N(0, 1) under P. It is N(mu/sqrt(n), 1) under every
//             component of the mixture Q, hence under Q. So H is M with its outputs processed, and its profile is
//             smaller. The other bound is ALLOCATION-SHOWN.
// Source.     Data processing; this project's.
Ball above_sum(const Ball& sum, const Ball& here) {
  return bound<"ALLOCATION-SUM">(Ball::hull(sum, here));
}

/// The Gaussian compositions of BOUND(ALLOCATION-SHOWN) and BOUND(ALLOCATION-SUM): U is `shown`, H is `hidden`, and R
/// is `log_choices`.
struct Gaussians {
  Composition shown, hidden;
  Real log_choices;
  /// Parameters of the random allocation if the whole composition is one random allocation; otherwise nothing.
  std::optional<OneOfSteps> alone;
  /// Bounds by BOUND(ALLOCATION-SPLIT) if every factor is random allocation or Gaussian; otherwise nothing.
  std::optional<SplitProfile> split;
};

/// Returns the length of the chords of the profile for tail_by_slopes(), a power of two. It is so small relative to the
/// standard deviation of the loss that the slopes of the chords have half the digits of the profile.
Rational fine_step(const SplitLoss& split, int digits) {
  const double deviation = std::log2(split.variance.approximate()) / 2;
  const double bits = (digits + 2) * std::log2(10.0) - deviation;
  return power(Rational(1, 2), static_cast<int>(std::clamp(bits, 1.0, 1e4)));
}

class ShownStep final : public Engine {
 public:
  explicit ShownStep(const Gaussians& known)
      : known_(known), inner_(plan(known.shown, "auto")), hidden_(plan(known.hidden, "auto")) {}

  std::string name() const override { return "shown_step"; }
  std::string explain() const override {
    return "shown_step: between two thresholds of " + known_.shown.expression() + ", above " +
           known_.hidden.expression() + "; " + inner_->explain();
  }
  NamedTexts parameters() const override { return parameters_within(*inner_, {}); }
  /// The closed form of the Gaussian has no alternative computation, so that the line integral replaces it.
  bool vary() override {
    hidden_->vary();
    if (inner_->vary()) return true;
    inner_ = plan(known_.shown, "fourier");
    return inner_->vary();
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    Effort own = effort;
    own.digits += 1;
    own.log_enough = Effort{}.log_enough;  // the limit is for a tail, not for the profile
    const auto profile = [&](Question q, const Real& at) { return profile_at(q, at, own); };
    const bool tail = question != Question::delta && question != Question::one_minus_delta &&
                      question != Question::excess;
    const Ball value = tail ? tail_at(question, t, effort, profile) : profile(question, t);
    ErrorBudget budget;
    budget.discretisation = value.radius();
    return {clipped(question, value, t), budget};
  }

 private:
  Ball tail_at(Question question, const Real& t, const Effort& effort,
               const ProfileBounds& profile) {
    Ball fine = Ball::indeterminate(Bits{64});
    if (known_.split) {
      Effort own = effort;
      own.digits = 2 * effort.digits + 5;
      own.log_enough = Effort{}.log_enough;
      const auto sharp = [&](Question q, const Real& at) { return profile_at(q, at, own); };
      const Rational step = fine_step(known_.split->loss(), effort.digits);
      fine = tail_by_slopes(question, t, {step}, sharp);
      if (effort.suffices(fine)) return fine;
    }
    // Short chords are best if the two Gaussian bounds are close to each other; long chords are used if short ones
    // prove nothing.
    const std::vector<Rational> steps{Rational(1, 1L << 16), Rational(1, 16L), Rational(2)};
    const Ball coarse = tail_by_slopes(question, t, steps, profile);
    if (!fine.is_finite() || !coarse.is_finite()) return fine.is_finite() ? fine : coarse;
    return common(fine, coarse, "a probability by slopes of narrow and of wide steps");
  }

  Ball profile_at(Question question, const Real& t, const Effort& effort) {
    const Ball here = inner_->answer(question, t, effort).value;
    const Bits p = here.precision();
    const bool excess = question == Question::excess;
    const Question other = excess ? Question::one_minus_delta : question;
    Ball there = inner_->answer(other, t + known_.log_choices, effort).value;
    if (excess) there = max(exp(t(p)) - there, Ball(p));
    Ball out = between_thresholds(here, there);
    const Ball sum = hidden_->answer(question, t, effort).value;
    out = common(out, above_sum(sum, here), "random allocation by sums");
    if (known_.split) {
      const Ball split = known_.split->at(question, t, effort);
      out = common(out, split, "random allocation by the moments of its rest");
    }
    if (!known_.alone || effort.suffices(out)) return out;
    const Ball largest = profile_by_largest(question, t, *known_.alone, p);
    out = common(out, largest, "random allocation by its largest output");
    if (effort.suffices(out)) return out;
    const Ball mean = profile_by_normal_mean(question, t, *known_.alone, p);
    return common(out, mean, "random allocation by its mean");
  }

  Gaussians known_;
  std::unique_ptr<Engine> inner_, hidden_;
};

std::string refusal(const Composition& composition) {
  for (const Factor& f : composition.factors()) {
    if (f.mechanism->offer<ShownSteps>()) return "";
  }
  return "it covers compositions with random allocation";
}

Estimate estimate(const Composition& composition) {
  for (const Factor& f : composition.factors()) {
    // For steps of other kinds, a general engine may be tighter and faster.
    if (!f.mechanism->offer<ShownSteps>() && !gaussian_mu_squared(*f.mechanism)) {
      return {1.4, "an answer for each of two thresholds"};
    }
  }
  return {0.8, "a closed form for each of two thresholds"};
}

/// Returns nothing if a factor is neither random allocation nor Gaussian.
std::optional<SplitProfile> split_of(const Composition& composition) {
  SplitLoss out{Rational(0), {}};
  for (const Factor& f : composition.factors()) {
    const auto steps = f.mechanism->offer<ShownSteps>();
    const auto mu_squared = steps ? steps->hidden_mu_squared : gaussian_mu_squared(*f.mechanism);
    if (!mu_squared) return std::nullopt;
    out.variance = out.variance + *mu_squared * f.count;
    if (!steps) continue;
    for (const ShownSteps::Epochs& e : steps->epochs) {
      out.epochs.push_back({e.mu, e.t, e.count * f.count});
    }
  }
  return SplitProfile(std::move(out));
}

std::unique_ptr<Engine> make(const Composition& composition) {
  std::vector<Factor> shown, hidden;
  Real log_choices{Rational(0)};
  std::optional<OneOfSteps> alone;
  for (const Factor& f : composition.factors()) {
    const auto steps = f.mechanism->offer<ShownSteps>();
    if (!steps) {
      shown.push_back(f);
      hidden.push_back(f);
      continue;
    }
    shown.push_back({steps->gaussian, steps->count * f.count});
    hidden.push_back({gaussian_of(steps->hidden_mu_squared), f.count});
    log_choices = log_choices + times(steps->log_choices, f.count);
    if (composition.single() && steps->one_of) {
      alone = OneOfSteps{gaussian_mu_squared(*steps->gaussian).value(), *steps->one_of};
    }
  }
  return std::make_unique<ShownStep>(Gaussians{Composition(shown), Composition(hidden), log_choices,
                                               alone, split_of(composition)});
}

}  // namespace

EngineEntry shown_step_entry() {
  return {"shown_step",
          "random allocation: bounds between two thresholds of the gaussian with the step revealed",
          refusal, estimate, make};
}

}  // namespace plumbline
