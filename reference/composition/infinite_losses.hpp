/// Masses of the loss at +-infinity, for whole compositions. plan() removes them once, so that engines only see finite
/// losses (engines/infinite_losses_engine.hpp).
#pragma once

#include "reference/composition/composition.hpp"

namespace plumbline {

/// The composition in the form that engines receive: factors without infinite losses and, unless no others remain,
/// without factors whose loss is 0.
struct FiniteLosses {
  /// Empty if S is never finite.
  std::optional<Composition> conditional;
  /// For each factor with infinite losses: mass of finite L under P, under Q, and multiplicity.
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
  /// Returns rationals if these are not too long; always for exactly 0 or 1.
  std::optional<Rational> exact_P_finite() const;
  std::optional<Rational> exact_Q_finite() const;
  /// log(a/b): S = S' + shift.
  Real shift() const;
};

FiniteLosses finite_losses(const Composition& composition);

}  // namespace plumbline
