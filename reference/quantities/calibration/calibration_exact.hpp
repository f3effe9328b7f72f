/// Decides exactly if a composition meets a target. This covers the case of equality, which no number of digits
/// decides.
#pragma once

#include <map>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/quantities/calibration/calibration.hpp"

namespace plumbline {

/// A pair of finitely many outcomes, all of whose masses are known rationals.
class ExactPair {
 public:
  /// Returns the pair if the masses and e^loss of every factor are rational and the product has few enough outcomes to
  /// be listed; otherwise nothing.
  static std::optional<ExactPair> of(const Composition& composition);

  /// Returns delta(log x) in a direction, x > 0.
  Rational delta(const Rational& x, Direction direction) const;
  /// Returns f(alpha), 0 <= alpha <= 1.
  Rational tradeoff(const Rational& alpha, Direction direction) const;
  /// Returns true if f is its own inverse: the loss under P has the distribution of the negative loss under Q.
  bool symmetric() const;

 private:
  using Curve = std::vector<std::pair<Rational, Rational>>;
  Curve vertices() const;

  std::map<Rational, Rational> masses_;  ///< P-mass by dQ/dP, where both are positive
  /// P-mass of outputs with Q = 0, and Q-mass of outputs with P = 0.
  Rational P_infinite_, Q_infinite_;
};

/// Returns met or missed; undecided if exact fractions do not decide.
TargetStanding exact_standing(const PrivacyTarget& target, Direction direction,
                              const Composition& composition);

}  // namespace plumbline
