/// The privacy profile of a composition in a chosen direction: what all quantities are read from.
#pragma once

#include <memory>
#include <string>

#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/engine.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// Not thread-safe: the engine keeps node values between questions, so that many questions about
/// one composition cost little more than one.
class PrivacyProfile {
 public:
  /// Throws std::invalid_argument when the named engine does not cover the composition.
  PrivacyProfile(const Composition& composition, Direction direction,
                 const std::string& engine = "auto");

  /// The profile of the reversed pair; it shares the engine and its node values.
  PrivacyProfile reversed() const;
  /// The profile of the same pair in another direction; it shares the engine as well.
  PrivacyProfile in(Direction direction) const;

  /// delta(epsilon) = sup_E Q(E) - e^epsilon P(E) in the direction, epsilon any real.
  Enclosure delta(const Real& epsilon, const Effort& effort);
  /// 1 - delta(epsilon), with relative accuracy of its own.
  Enclosure one_minus_delta(const Real& epsilon, const Effort& effort);
  /// delta(epsilon) - 1 + e^epsilon >= 0, with relative accuracy of its own.
  Enclosure excess(const Real& epsilon, const Effort& effort);

  /// P(S > epsilon) in the direction (of the larger profile for worst): the type I error of the
  /// test at threshold epsilon, minus the slope of delta in e^epsilon. Steers searches only: at
  /// atoms, or where the two directions are close, it may be the wrong side's.
  Ball approximate_rejection_rate(const Real& epsilon, const Effort& effort);
  /// Where the loss lies, roughly: mean and deviation under the direction's null hypothesis.
  Composition::Location approximate_location() const;

  /// lim delta(epsilon) as epsilon grows: the mass of infinite loss under the alternative (the
  /// larger of the two for worst); 1 - f(0). Exactly known unless the composition is long.
  Ball infinite_mass(Bits p) const;
  std::optional<Rational> exact_infinite_mass() const;
  /// 1 minus that, f(0), with relative accuracy of its own.
  Ball finite_mass(Bits p) const;
  /// The least alpha with f(alpha) = 0: the mass of finite loss under the null hypothesis.
  Ball certain_level(Bits p) const;
  std::optional<Rational> exact_certain_level() const;
  /// The largest loss in the direction, infinite mass aside, where that is finite.
  std::optional<Real> largest_finite_loss() const;
  /// Returns true if it is known that there is none (for worst: in one of the two directions).
  bool no_largest_finite_loss() const;

  const Composition& composition() const { return composition_; }
  Direction direction() const { return direction_; }
  std::string engine_name() const { return engine_->name(); }
  std::string explain() const { return engine_->explain(); }
  /// The engine itself: questions about the forward pair.
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
  std::optional<bool> one_direction_;  ///< whether both are known to be one, once asked
};

}  // namespace plumbline
