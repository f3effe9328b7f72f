/// The privacy profile of a composition in a chosen direction. All quantities are computed from it.
#pragma once

#include <memory>
#include <string>

#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/engine.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// The privacy profile. Not thread-safe: the engine caches node values between questions, so that many questions about
/// one composition cost little more than one.
class PrivacyProfile {
 public:
  /// Throws std::invalid_argument if the named engine does not cover the composition.
  PrivacyProfile(const Composition& composition, Direction direction,
                 const std::string& engine = "auto");

  /// Returns the profile of the reversed pair; it shares the engine and its node values.
  PrivacyProfile reversed() const;
  /// Returns the profile of the same pair in another direction; it shares the engine and its node values.
  PrivacyProfile in(Direction direction) const;

  /// Returns delta(epsilon) = sup_E Q(E) - e^epsilon P(E) in the direction, for any real epsilon.
  Enclosure delta(const Real& epsilon, const Effort& effort);
  /// Returns 1 - delta(epsilon). The requested digits are those of this number, not of delta.
  Enclosure one_minus_delta(const Real& epsilon, const Effort& effort);
  /// Returns delta(epsilon) - 1 + e^epsilon >= 0. The requested digits are those of this number, not of delta.
  Enclosure excess(const Real& epsilon, const Effort& effort);

  /// Returns P(S > epsilon) in the direction (of the larger profile for worst): the type I error of the test at
  /// threshold epsilon. It is also the negative of the slope of delta as a function of e^epsilon. The result may be
  /// inexact and only guides searches: at atoms it may be P(S >= epsilon), and where the profiles of both directions
  /// are close, it may be the rate of the other direction.
  Ball approximate_rejection_rate(const Real& epsilon, const Effort& effort);
  /// Returns the approximate location of the loss: mean and deviation under the null hypothesis of the direction.
  Composition::Location approximate_location() const;

  /// Returns lim delta(epsilon) as epsilon grows, which is 1 - f(0): the mass of infinite loss under the alternative
  /// (the larger of the two for worst). It is known exactly unless the composition is long.
  Ball infinite_mass(Bits p) const;
  std::optional<Rational> exact_infinite_mass() const;
  /// Returns 1 - infinite_mass, which is f(0), with a small relative error even if it is close to 0.
  Ball finite_mass(Bits p) const;
  /// Returns the smallest alpha with f(alpha) = 0: the mass of finite loss under the null hypothesis.
  Ball certain_level(Bits p) const;
  std::optional<Rational> exact_certain_level() const;
  /// Returns the largest finite loss in the direction, if the finite losses are bounded.
  std::optional<Real> largest_finite_loss() const;
  /// Returns true if the finite losses are known to be unbounded (for worst: in one of the two directions).
  bool no_largest_finite_loss() const;

  const Composition& composition() const { return composition_; }
  Direction direction() const { return direction_; }
  std::string engine_name() const { return engine_->name(); }
  std::string explain() const { return engine_->explain(); }
  /// Returns the engine. It answers questions about the forward pair, whatever the direction of this profile.
  Engine& engine() { return *engine_; }

 private:
  enum class Form { delta, one_minus_delta, excess };
  Enclosure ask(Form form, const Real& epsilon, const Effort& effort);
  Enclosure forward(Form form, const Real& epsilon, const Effort& effort);
  Enclosure reverse(Form form, const Real& epsilon, const Effort& effort);
  bool one_direction();

  Composition composition_;
  FiniteLosses losses_;
  Direction direction_;
  std::shared_ptr<Engine> engine_;
  /// Cached: true if both directions are known to have the same profile.
  std::optional<bool> one_direction_;
};

}  // namespace plumbline
