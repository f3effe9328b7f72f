#include "reference/quantities/privacy_profile.hpp"

#include <algorithm>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/exchange.hpp"

namespace plumbline {
namespace {

ErrorBudget larger(const ErrorBudget& a, const ErrorBudget& b) {
  return {larger(a.quadrature, b.quadrature), larger(a.truncation, b.truncation),
          larger(a.discretisation, b.discretisation), larger(a.rounding, b.rounding)};
}

ErrorBudget scaled(const ErrorBudget& a, const UpperBound& factor) {
  return {a.quadrature * factor, a.truncation * factor, a.discretisation * factor,
          a.rounding * factor};
}

}  // namespace

PrivacyProfile::PrivacyProfile(const Composition& composition, Direction direction,
                               const std::string& engine)
    : composition_(composition),
      losses_(finite_losses(composition)),
      direction_(direction),
      engine_(plan(composition, engine)) {}

PrivacyProfile PrivacyProfile::reversed() const {
  PrivacyProfile out = *this;
  if (direction_ == Direction::forward) out.direction_ = Direction::reverse;
  if (direction_ == Direction::reverse) out.direction_ = Direction::forward;
  return out;
}

PrivacyProfile PrivacyProfile::in(Direction direction) const {
  PrivacyProfile out = *this;
  out.direction_ = direction;
  return out;
}

// In the worst direction, this is the larger of the two masses. The trade-off function f is then symmetric, so
// certain_level(), the smallest alpha with f(alpha) = 0, is f(0): 1 minus this mass.
Ball PrivacyProfile::infinite_mass(Bits p) const {
  if (direction_ == Direction::forward) return losses_.Q_infinite(p);
  if (direction_ == Direction::reverse) return losses_.P_infinite(p);
  return max(losses_.Q_infinite(p), losses_.P_infinite(p));
}

std::optional<Rational> PrivacyProfile::exact_infinite_mass() const {
  const auto P = losses_.exact_P_finite(), Q = losses_.exact_Q_finite();
  const Rational one(1);
  if (direction_ == Direction::forward) return Q ? std::optional(one - *Q) : std::nullopt;
  if (direction_ == Direction::reverse) return P ? std::optional(one - *P) : std::nullopt;
  if (!P || !Q) return std::nullopt;
  return *P < *Q ? one - *P : one - *Q;
}

Ball PrivacyProfile::finite_mass(Bits p) const {
  if (direction_ == Direction::forward) return losses_.Q_finite(p);
  if (direction_ == Direction::reverse) return losses_.P_finite(p);
  return min(losses_.Q_finite(p), losses_.P_finite(p));
}

Ball PrivacyProfile::certain_level(Bits p) const {
  if (direction_ == Direction::forward) return losses_.P_finite(p);
  if (direction_ == Direction::reverse) return losses_.Q_finite(p);
  return min(losses_.P_finite(p), losses_.Q_finite(p));
}

std::optional<Rational> PrivacyProfile::exact_certain_level() const {
  const auto P = losses_.exact_P_finite(), Q = losses_.exact_Q_finite();
  if (direction_ == Direction::forward) return P;
  if (direction_ == Direction::reverse) return Q;
  if (!P || !Q) return std::nullopt;
  return *P < *Q ? P : Q;
}

std::optional<Real> PrivacyProfile::largest_finite_loss() const {
  if (!losses_.conditional || direction_ == Direction::worst) return std::nullopt;
  const bool forward = direction_ == Direction::forward;
  const auto inner =
      forward ? losses_.conditional->largest_loss() : losses_.conditional->smallest_loss();
  if (!inner) return std::nullopt;
  const Real loss = *inner + losses_.shift();
  return forward ? loss : -loss;
}

bool PrivacyProfile::no_largest_finite_loss() const {
  if (!losses_.conditional) return true;
  const bool above = direction_ != Direction::reverse && losses_.conditional->unbounded(true);
  const bool below = direction_ != Direction::forward && losses_.conditional->unbounded(false);
  return above || below;
}

namespace {

/// If the radius exceeds the error budget, adds the radius to the truncation error. For few digits, an engine may
/// answer with bounds that have no budget.
void complete_budget(Enclosure* found) {
  ErrorBudget& budget = found->budget;
  const UpperBound radius = found->value.radius();
  if (radius <= budget.quadrature + budget.truncation + budget.discretisation + budget.rounding)
    return;
  budget.truncation = budget.truncation + radius;
}

}  // namespace

Enclosure PrivacyProfile::forward(Form form, const Real& epsilon, const Effort& effort) {
  const Question question = form == Form::delta             ? Question::delta
                            : form == Form::one_minus_delta ? Question::one_minus_delta
                                                            : Question::excess;
  Enclosure out = engine_->answer(question, epsilon, effort);
  complete_budget(&out);
  const std::string what = std::string(form == Form::delta             ? "delta"
                                       : form == Form::one_minus_delta ? "1 - delta"
                                                                       : "delta - 1 + e^epsilon") +
                           " by " + engine_->name();
  if (form != Form::excess) {
    require_within(out.value, Rational(0), Rational(1), what);
  } else if (certainly_negative(out.value)) {
    throw Contradiction(what + " is negative: at most " + out.value.decimal_bounds(25).second);
  }
  return out;
}

// delta(-eps) = 1 - e^{-eps} + e^{-eps} delta_rev(eps) (exchange P and Q in the supremum). Therefore delta_rev(eps) =
// e^eps excess(-eps), 1 - delta_rev(eps) = e^eps (1 - delta(-eps)) and excess_rev(eps) = e^eps delta(-eps), all
// without cancellation.
Enclosure PrivacyProfile::reverse(Form form, const Real& epsilon, const Effort& effort) {
  const Form mirrored = form == Form::delta    ? Form::excess
                        : form == Form::excess ? Form::delta
                                               : Form::one_minus_delta;
  Effort sharper = effort;
  sharper.digits += 1;  // margin for the rounding of the factor
  sharper.log_enough -= epsilon.approximate();
  const Enclosure inner = forward(mirrored, -epsilon, sharper);
  const Bits p = wider(inner.value.precision(), bits_for_digits(effort.digits) + 16);
  const Ball factor = exp(epsilon(p));
  return {inner.value * factor, scaled(inner.budget, UpperBound::of(factor))};
}

bool PrivacyProfile::one_direction() {
  if (!one_direction_) {
    const std::vector<Factor>& steps = composition_.factors();
    one_direction_ = std::all_of(steps.begin(), steps.end(),
                                 [](const Factor& f) { return exchanges_outputs(f.mechanism); });
  }
  return *one_direction_;
}

Enclosure PrivacyProfile::ask(Form form, const Real& epsilon, const Effort& effort) {
  if (direction_ == Direction::forward) return forward(form, epsilon, effort);
  if (direction_ == Direction::reverse) return reverse(form, epsilon, effort);
  const bool smaller_wins = form == Form::one_minus_delta;
  const bool at_zero = epsilon.rational() && epsilon.rational()->is_zero();
  const Enclosure a = forward(form, epsilon, effort);
  if (one_direction() && effort.suffices(a.value)) return a;
  // For the smaller profile, a bound below the larger one suffices: digits of a tiny number can cost more than
  // everything else.
  Effort rest = effort;
  if (!smaller_wins && !at_zero && certainly_positive(a.value)) {
    rest.log_enough = std::max(rest.log_enough, a.value.lower().log_approximate() - 1e-6);
  }
  const Enclosure b = reverse(form, epsilon, rest);
  if (at_zero || one_direction()) {
    // Both evaluations enclose one number: the total variation does not depend on the direction, nor does the profile
    // of a pair if a permutation of the outputs exchanges P and Q.
    return {common(a.value, b.value, "one number in both directions"), larger(a.budget, b.budget)};
  }
  if (certainly_less(a.value, b.value)) return smaller_wins ? a : b;
  if (certainly_less(b.value, a.value)) return smaller_wins ? b : a;
  return {smaller_wins ? min(a.value, b.value) : max(a.value, b.value), larger(a.budget, b.budget)};
}

Enclosure PrivacyProfile::delta(const Real& epsilon, const Effort& effort) {
  return ask(Form::delta, epsilon, effort);
}
Enclosure PrivacyProfile::one_minus_delta(const Real& epsilon, const Effort& effort) {
  return ask(Form::one_minus_delta, epsilon, effort);
}
Enclosure PrivacyProfile::excess(const Real& epsilon, const Effort& effort) {
  return ask(Form::excess, epsilon, effort);
}

Ball PrivacyProfile::approximate_rejection_rate(const Real& epsilon, const Effort& effort) {
  Direction direction = direction_;
  if (direction == Direction::worst && one_direction()) direction = Direction::forward;
  if (direction == Direction::worst) {
    Effort rough = effort;
    rough.digits = 6;
    Ball a = forward(Form::delta, epsilon, rough).value;
    // Digits of the smaller profile can cost more than everything else (see ask()).
    Effort rest = rough;
    if (certainly_positive(a)) rest.log_enough = a.lower().log_approximate() - 1e-6;
    Ball b = reverse(Form::delta, epsilon, rest).value;
    if (a.approximate() > 0.5 && b.approximate() > 0.5) {
      // If both profiles are near 1, only their complements distinguish them.
      a = -forward(Form::one_minus_delta, epsilon, rough).value;
      b = -reverse(Form::one_minus_delta, epsilon, rough).value;
    }
    direction =
        certainly_less(a.midpoint(), b.midpoint()) ? Direction::reverse : Direction::forward;
  }
  if (direction == Direction::forward) {
    return engine_->answer(Question::P_above, epsilon, effort).value;
  }
  return engine_->answer(Question::Q_below, -epsilon, effort).value;
}

Composition::Location PrivacyProfile::approximate_location() const {
  if (direction_ != Direction::reverse) return composition_.approximate_location(0);
  const Composition::Location l = composition_.approximate_location(1);
  return {-l.mean, l.deviation};
}

}  // namespace plumbline
