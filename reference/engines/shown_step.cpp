#include "reference/engines/shown_step.hpp"

#include <optional>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/allocation_mean.hpp"
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
// Statement.  Let U be the composition M with each random allocation of one of n steps replaced by the
//             Gaussian pair of one step, and R the sum of log n over all of them. For all t
//
//                 delta_U(t + R) <= delta_M(t) <= delta_U(t),
//
//             and so 1 - delta_U(t) <= 1 - delta_M(t) <= 1 - delta_U(t + R), and excess_M(t) lies
//             between e^t - (1 - delta_U(t + R)) and excess_U(t).
// Needs.      P = N(0, I), Q = (1/n) sum_i N(mu e_i, I): RandomAllocation; several such blocks:
//             BlockAllocation. Infinite losses are taken off before: plan().
// Proof.      A sample x of N(0,1) or N(mu,1) is put at one of n places chosen uniformly, and N(0,1)
//             at the others: the outputs have the laws P and Q. So M is U with its outputs processed
//             at random, step by step, and delta_M <= delta_U: the mixture Q is convex in the place.
//             With the place i beside the output, x_i has under Q the law N(mu,1) and L_i = mu x_i -
//             mu^2/2 the law of the Gaussian's loss, while the loss of the output alone is
//             log((1/n) sum_j e^{L_j}) >= L_i - log n. So S_M >= S_U - R in that coupling under Q, and
//             delta(t) = E_Q[(1 - e^{t-S})_+] increases with S. excess is delta - 1 + e^t.
// Source.     Data processing and coupling; this project's.
Ball between_thresholds(const Ball& here, const Ball& there) {
  return bound<"ALLOCATION-SHOWN">(Ball::hull(here, there));
}

// BOUND(ALLOCATION-SUM)
// Statement.  Let H be the composition M with each random allocation of one of n steps replaced by the
//             Gaussian pair of mu/sqrt(n). Then delta_H <= delta_M, so that 1 - delta_M <= 1 - delta_H,
//             and excess_H <= excess_M.
// Needs.      As ALLOCATION-SHOWN.
// Proof.      The sum of the n outputs over sqrt(n) is N(0, 1) under P, and N(mu/sqrt(n), 1) under every
//             part of the mixture Q, hence under Q. H is M with its outputs processed so. The other end is
//             that of ALLOCATION-SHOWN.
// Source.     Data processing; this project's.
Ball above_sum(const Ball& sum, const Ball& here) {
  return bound<"ALLOCATION-SUM">(Ball::hull(sum, here));
}

/// A composition between Gaussians, by what is random allocation in it.
struct Gaussians {
  Composition shown, hidden;
  Real log_choices;
  std::optional<OneOfSteps> alone;  ///< the whole composition is this
};

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
  /// The Gaussian's closed form has no other way to go: the line integral is one.
  bool vary() override {
    hidden_->vary();
    if (inner_->vary()) return true;
    inner_ = plan(known_.shown, "fourier");
    return inner_->vary();
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    Effort own = effort;
    own.digits += 1;
    own.log_enough = Effort{}.log_enough;  // of another number
    const auto profile = [&](Question q, const Real& at) { return profile_at(q, at, own); };
    const bool tail = question != Question::delta && question != Question::one_minus_delta &&
                      question != Question::excess;
    // A narrow step where the two thresholds differ by little, a wide one where nothing is left.
    const std::vector<Rational> steps{Rational(1, 1L << 16), Rational(1, 16L), Rational(2)};
    const Ball value = tail ? tail_by_slopes(question, t, steps, profile) : profile(question, t);
    ErrorBudget budget;
    budget.discretisation = value.radius();
    return {clipped(question, value, t), budget};
  }

 private:
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
    if (!known_.alone) return out;
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
    // Of other steps an engine for all may know more sooner.
    if (!f.mechanism->offer<ShownSteps>() && !gaussian_mu_squared(*f.mechanism)) {
      return {1.4, "an answer for each of two thresholds"};
    }
  }
  return {0.8, "a closed form for each of two thresholds"};
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
  return std::make_unique<ShownStep>(
      Gaussians{Composition(shown), Composition(hidden), log_choices, alone});
}

}  // namespace

EngineEntry shown_step_entry() {
  return {"shown_step", "random allocation, between two thresholds of the gaussian of a step shown",
          refusal, estimate, make};
}

}  // namespace plumbline
