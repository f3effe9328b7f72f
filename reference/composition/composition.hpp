/// A composition: a multiset of mechanisms with multiplicities, run independently on the same
/// data. Dominating pairs compose by products, so the loss is the sum of independent losses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/rough_loss.hpp"

namespace plumbline {

class Composition {
 public:
  /// Merges factors with the same privacy loss. Throws std::invalid_argument when empty.
  explicit Composition(const std::vector<Factor>& factors);
  /// Reads a mechanism expression; throws std::invalid_argument with place and remedy.
  static Composition parse(std::string_view text);
  /// One mechanism of the registry, run `count` times. Throws std::invalid_argument where a
  /// parameter is missing, unknown or out of range.
  static Composition of(const std::string& mechanism, const Parameters& parameters,
                        const Rational& count = Rational(1));

  const std::vector<Factor>& factors() const { return factors_; }
  /// The hypotheses under which numbers of this pair are statements about a mechanism.
  const Hypotheses& hypotheses() const { return *hypotheses_; }
  /// Canonical text; parse() reads it back to the same composition.
  std::string expression() const;
  /// Equal for compositions known to have the same privacy loss.
  std::string identity() const;
  /// Total number of steps.
  Rational steps() const;

  /// One step of one mechanism: its closed form is the composition's.
  bool single() const;
  /// mu^2 of N(0,1) against N(mu,1) when every factor is Gaussian.
  std::optional<Rational> gaussian_mu_squared() const;
  /// Sum of the largest (smallest) losses when all are finite.
  std::optional<Real> largest_loss() const;
  std::optional<Real> smallest_loss() const;
  /// Returns true if losses are known to have no upper (lower) end: some factor's have none.
  bool unbounded(bool above) const;
  /// Where all finite losses lie, when every factor has a lattice and these are commensurable.
  std::optional<LossLattice> lattice() const;

  /// The first factor whose loss has no transform (no tails) to offer; null if all have them.
  const Factor* without_transform() const;
  const Factor* without_tails() const;

  /// Mean and standard deviation of the loss under P (tilt 0) or Q (tilt 1), roughly and in
  /// doubles: where to start looking, never a bound.
  struct Location {
    double mean, deviation;
  };
  Location approximate_location(int tilt) const;

 private:
  std::vector<Factor> factors_;
  std::vector<Factor> written_;  ///< with the same loss and hypotheses merged: expression()
  HypothesesPtr hypotheses_;
  std::vector<std::optional<RoughLoss>> rough_;  ///< of those without a transform
};

/// N x, of a known form if x is.
Real times(const Real& x, const Rational& N);

}  // namespace plumbline
