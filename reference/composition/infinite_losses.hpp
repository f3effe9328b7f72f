/// Masses of the loss at +-infinity, for whole compositions. plan() removes infinite losses once, so that engines only
/// receive finite losses (engines/infinite_losses_engine.hpp).
#pragma once

#include "reference/composition/composition.hpp"

namespace plumbline {

/// The composition in the form that engines receive: without infinite losses, and without factors whose loss is 0
/// (unless no other factor remains).
struct FiniteLosses {
  /// The composition conditioned on finite losses; empty if the total loss S is never finite.
  std::optional<Composition> conditional;
  /// For each factor with infinite losses: the mass of the finite losses of one run under P and under Q, and the number
  /// of runs.
  struct Share {
    Real P_finite, Q_finite;
    Rational count;
  };
  std::vector<Share> shares;

  /// Enclose b = P(S finite), a = Q(S finite), and their complements P(S = -inf), Q(S = +inf).
  Ball P_finite(Bits p) const;
  Ball Q_finite(Bits p) const;
  Ball P_infinite(Bits p) const;
  Ball Q_infinite(Bits p) const;
  /// Return b and a as rational numbers if these are known and not too long, and always if they are exactly 0 or 1.
  std::optional<Rational> exact_P_finite() const;
  std::optional<Rational> exact_Q_finite() const;
  /// Returns log(a/b): S = S' + shift, where S' is the loss of `conditional`.
  Real shift() const;
};

FiniteLosses finite_losses(const Composition& composition);

}  // namespace plumbline
