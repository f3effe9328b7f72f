/// Mass of the loss at +-infinity, for whole compositions: it is taken off once, in plan(), so that
/// the engines see finite losses only (engines/infinite_losses_engine.hpp).
#pragma once

#include "reference/composition/composition.hpp"

namespace plumbline {

/// The composition as engines see it: factors without infinite losses and, unless nothing else is
/// left, without those whose loss is 0.
struct FiniteLosses {
  /// Empty when S is never finite.
  std::optional<Composition> conditional;
  /// (mass of L finite under P, under Q, multiplicity) of each factor that has infinite losses.
  struct Share {
    Real P_finite, Q_finite;
    Rational count;
  };
  std::vector<Share> shares;

  /// b = P(S finite) and a = Q(S finite), and their complements P(S = -inf), Q(S = +inf).
  Ball P_finite(Bits p) const;
  Ball Q_finite(Bits p) const;
  Ball P_infinite(Bits p) const;
  Ball Q_infinite(Bits p) const;
  /// Returns rationals where these are not too long; exactly 0 or 1 always.
  std::optional<Rational> exact_P_finite() const;
  std::optional<Rational> exact_Q_finite() const;
  /// log(a/b): S = S' + shift.
  Real shift() const;
};

FiniteLosses finite_losses(const Composition& composition);

}  // namespace plumbline
