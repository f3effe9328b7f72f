#include "reference/quantities/calibration/calibration_target.hpp"

#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/calibration/calibration_exact.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {
namespace {

const Rational kHalf(1, 2);

/// Returns log(a/b), or a number with the correct sign if a or b contains 0 but their order is certain.
Ball log_ratio(const Ball& a, const Ball& b) {
  constexpr long kFar = 700;
  const Bits p = wider(a.precision(), b.precision());
  if (certainly_positive(a) && certainly_positive(b)) return log(a) - log(b);
  if (certainly_less(a, b)) return Ball::integer(-kFar, p);
  if (certainly_less(b, a)) return Ball::integer(kFar, p);
  return Ball::indeterminate(p);
}

}  // namespace

TargetJudge::TargetJudge(const PrivacyTarget& target, Direction direction, std::string engine,
                         bool vary)
    : target_(target), direction_(direction), engine_(std::move(engine)), vary_(vary) {
  if (target.kind == PrivacyTarget::Measure::reconstruction) direction_ = Direction::forward;
}

// The conditions delta <= D, delta - (1 - e^eps) <= D - (1 - e^eps) and 1 - delta >= 1 - D are equivalent, and delta
// lies in [max(0, 1 - e^eps), 1].
Ball TargetJudge::profile_height(PrivacyProfile& profile, const Real& epsilon,
                                 const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 64;
  const bool bayes = target_.kind == PrivacyTarget::Measure::bayes;
  const Rational& prior = bayes ? target_.at.as_rational() : kZero;
  const Rational D = bayes ? kOne - target_.bound / (kOne - prior) : target_.bound;
  const Ball one_minus(kOne - D, p);
  const bool negative = epsilon.approximate() < 0;
  Ball room = negative ? Ball(D, p) + expm1(epsilon(p)) : Ball(D, p);
  if (negative && bayes) room = Ball((prior - target_.bound) / (kOne - prior), p);
  // Evaluates 1 - delta if its bound is smaller than that of delta, or of delta - (1 - e^epsilon) if epsilon is
  // negative. All of these lie in [0, 1].
  if (certainly_less(one_minus, room)) {
    const Enclosure e = profile.one_minus_delta(epsilon, effort);
    require_within(e.value, kZero, kOne, "1 - delta");
    budget_ = e.budget;
    return log_ratio(one_minus, e.value);
  }
  const Enclosure e = negative ? profile.excess(epsilon, effort) : profile.delta(epsilon, effort);
  require_within(e.value, kZero, kOne, negative ? "delta - (1 - e^epsilon)" : "delta");
  budget_ = e.budget;
  return log_ratio(e.value, room);
}

// delta(epsilon) = 0 if and only if no loss exceeds epsilon.
Ball TargetJudge::largest_loss_height(const Composition& composition, const Effort& effort) {
  const Extended largest = max_divergence(composition, direction_, effort);
  engine_used_ = kClosedForm;
  budget_ = {};
  if (largest.is_infinite()) {
    throw std::invalid_argument("the loss of " + composition.expression() +
                                " is unbounded: delta is never 0; request a delta above 0");
  }
  const Bits p = bits_for_digits(effort.digits) + 64;
  return largest->value() / target_.at(p) - 1;
}

TargetStanding standing_of(const Ball& height) {
  if (certainly_positive(height)) return TargetStanding::missed;
  const bool met = certainly_at_most(height, Ball(height.precision()));
  return met ? TargetStanding::met : TargetStanding::undecided;
}

TargetStanding TargetJudge::exactly(const Composition& composition) const {
  return exact_standing(target_, direction_, composition);
}

Ball TargetJudge::height(const Composition& composition, int digits, const Effort& effort) {
  Effort sharp = effort;
  sharp.digits = digits;
  const Bits p = bits_for_digits(digits) + 64;
  PrivacyProfile profile(composition, direction_, engine_);
  engine_used_ = profile.engine_name();
  if (vary_ && profile.engine().vary()) varied_ = true;
  const auto small_or_complement = [&](bool upper, const Rational& bound) {
    // The condition is 1 - f <= bound, evaluated in this form or as f >= 1 - bound.
    const Certified c = upper ? tradeoff(profile, target_.at.as_rational(), sharp)
                              : reconstruction(profile, target_.at.as_rational(), sharp);
    require_within(c.value(), kZero, kOne, upper ? "f(alpha)" : "gamma(kappa)");
    budget_ = c.budget();
    const Ball goal(upper ? kOne - bound : bound, p);
    return upper ? log_ratio(goal, c.value()) : log_ratio(c.value(), goal);
  };
  switch (target_.kind) {
    case PrivacyTarget::Measure::delta:
      if (target_.bound.is_zero()) return largest_loss_height(composition, sharp);
      return profile_height(profile, target_.at, sharp);
    case PrivacyTarget::Measure::advantage:
      return profile_height(profile, Real(kZero), sharp);
    case PrivacyTarget::Measure::bayes: {
      // R(pi) = (1-pi)(1 - delta(log(pi/(1-pi)))), as in bayes_error().
      const Rational& prior = target_.at.as_rational();
      const Rational odds = prior / (kOne - prior);
      const Real epsilon =
          odds == kOne ? Real(kZero) : Real(LogLinear{kZero, {{odds, Rational(1)}}});
      return profile_height(profile, epsilon, sharp);
    }
    case PrivacyTarget::Measure::reconstruction:
      return small_or_complement(target_.bound > kHalf, target_.bound);
    case PrivacyTarget::Measure::type_two:
      return small_or_complement(target_.bound < kHalf, kOne - target_.bound);
    case PrivacyTarget::Measure::gaussian: {
      const Composition goal =
          Composition::of("gaussian", {{"sigma", kOne / target_.at.as_rational()}});
      PrivacyProfile gaussian(goal, direction_);
      const Certified c = divergence(gaussian, profile, sharp).value;
      require_within(c.value(), kZero, kOne, "Delta(G_mu || M)");
      budget_ = c.budget();
      // The height is not a log, because Delta is nearly linear in the parameter and may be 0.
      return c.value() / Ball(target_.bound, p) - 1;
    }
  }
  return Ball::indeterminate(p);
}

}  // namespace plumbline
