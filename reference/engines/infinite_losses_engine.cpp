#include "reference/engines/infinite_losses_engine.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/stoppable.hpp"

namespace plumbline {
namespace {

/// Wraps an engine for finite losses, and reports the name of the wrapped engine.
///
/// Let a and b be the probabilities of a finite loss under Q and under P. Primes denote the composition conditioned on
/// finite losses. Let S = S' + log(a/b), t = t' + log(a/b), dP = b dP' and dQ = a dQ' on finite losses. Then 1 -
/// delta(t) = a (1 - delta'(t')), delta(t) = (1-a) + a delta'(t'), and excess(t) = delta(t) - 1 + e^t = a excess'(t') +
/// (1-b) e^t, because a e^{t'} = b e^t. The mass 1-b at -inf is below t, and the mass 1-a at +inf is above t. No term
/// is negative, so there is no cancellation.
class WithInfiniteLosses final : public Engine {
 public:
  WithInfiniteLosses(FiniteLosses losses, std::unique_ptr<Engine> inner)
      : losses_(std::move(losses)), inner_(std::move(inner)), shift_(losses_.shift()) {}

  std::string name() const override { return inner_ == nullptr ? kClosedForm : inner_->name(); }
  std::string explain() const override {
    if (inner_ == nullptr) return "closed_form: the loss is never finite";
    return inner_->explain() + "; given that the loss is finite";
  }
  NamedTexts parameters() const override {
    return inner_ == nullptr ? NamedTexts{} : inner_->parameters();
  }
  bool vary() override { return inner_ != nullptr && inner_->vary(); }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    // a and b are products of powers. The log of such a product loses bits in proportion to the log of its size; the
    // margin is sufficient for a size of 10^19.
    const Bits p = bits_for_digits(effort.digits) + 96;
    const Ball a = losses_.Q_finite(p), b = losses_.P_finite(p);
    const bool under_P = question == Question::P_above || question == Question::P_below;
    const Ball factor = under_P ? b : a, infinite = infinite_part(question, t, p);
    Enclosure inner{Ball(p), {}};
    if (inner_ != nullptr) {
      Effort sharper = effort;
      sharper.digits += 1;
      // In a sum with the infinite mass, digits far below the sum do not matter.
      const bool beside = certainly_positive(infinite) && certainly_positive(factor);
      const double own = log_left(effort.log_enough, infinite) - factor.log_approximate();
      sharper.log_enough =
          beside ? std::max(own, infinite.log_approximate() - factor.log_approximate() -
                                     (effort.digits + 1) * kLn10)
                 : own;
      inner = answer_until_stopped(*inner_, question, t - shift_, sharper);
    }
    const UpperBound size = UpperBound::of(factor);
    const ErrorBudget& e = inner.budget;
    return {factor * inner.value + infinite,
            {e.quadrature * size, e.truncation * size, e.discretisation * size, e.rounding * size}};
  }

 private:
  /// Returns approximately log(e^log_enough - infinite): e^log_enough is the smallest relevant value, and `infinite`
  /// the contribution of infinite losses. Returns -inf if the difference is not positive.
  static double log_left(double log_enough, const Ball& infinite) {
    if (!certainly_positive(infinite)) return log_enough;
    const double share = std::exp(infinite.log_approximate() - log_enough);
    return share < 1 ? log_enough + std::log1p(-share) : -HUGE_VAL;
  }

  Ball infinite_part(Question question, const Real& t, Bits p) const {
    switch (question) {
      case Question::delta:
      case Question::Q_above:
        return losses_.Q_infinite(p);
      case Question::P_below:
        return losses_.P_infinite(p);
      case Question::excess:
        return losses_.P_infinite(p) * exp(t(p));
      case Question::one_minus_delta:
      case Question::P_above:
      case Question::Q_below:
        break;
    }
    return Ball(p);
  }

  FiniteLosses losses_;
  std::unique_ptr<Engine> inner_;
  Real shift_;
};

}  // namespace

std::unique_ptr<Engine> with_infinite_losses(const FiniteLosses& losses,
                                             std::unique_ptr<Engine> inner) {
  return std::make_unique<WithInfiniteLosses>(losses, std::move(inner));
}

}  // namespace plumbline
