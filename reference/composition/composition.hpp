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
  /// Merges factors with the same privacy loss. Throws std::invalid_argument if there are no factors.
  explicit Composition(const std::vector<Factor>& factors);
  /// Parses a mechanism expression. Throws std::invalid_argument with the position and the remedy.
  static Composition parse(std::string_view text);
  /// One mechanism of the registry, run `count` times. Throws std::invalid_argument if a parameter is missing, unknown
  /// or out of range.
  static Composition of(const std::string& mechanism, const Parameters& parameters,
                        const Rational& count = Rational(1));

  const std::vector<Factor>& factors() const { return factors_; }
  /// The hypotheses under which numbers of this pair are statements about a mechanism.
  const Hypotheses& hypotheses() const { return *hypotheses_; }
  /// Canonical text; parse() reads it back to the same composition.
  std::string expression() const;
  /// Equal for compositions that are known to have the same privacy loss.
  std::string identity() const;
  /// Total number of steps.
  Rational steps() const;

  /// Returns true for one step of one mechanism, whose closed form then applies to the composition.
  bool single() const;
  /// mu^2 of N(0,1) against N(mu,1) if every factor is Gaussian.
  const std::optional<Rational>& gaussian_mu_squared() const { return gaussian_mu_squared_; }
  /// Sum of the largest (smallest) losses if all are finite.
  std::optional<Real> largest_loss() const;
  std::optional<Real> smallest_loss() const;
  /// Returns true if the losses are known to be unbounded above (below), because those of some factor are.
  bool unbounded(bool above) const;
  /// The lattice that contains all finite losses, if every factor has a lattice and these are commensurable.
  std::optional<LossLattice> lattice() const;

  /// The first factor that offers no transform (no tails) of its loss; null if all factors do.
  const Factor* without_transform() const;
  const Factor* without_tails() const;

  /// Mean and standard deviation of the loss under P (tilt 0) or Q (tilt 1), approximately and in doubles: the start of
  /// searches, never a bound.
  struct Location {
    double mean, deviation;
  };
  Location approximate_location(int tilt) const;

 private:
  std::vector<Factor> factors_;
  std::vector<Factor> written_;  ///< factors with equal loss and hypotheses merged, for
                                 ///< expression()
  HypothesesPtr hypotheses_;
  /// Kept, because a sum of thousands of fractions takes milliseconds.
  std::optional<Rational> gaussian_mu_squared_;
  std::vector<std::optional<RoughLoss>> rough_;  ///< estimates for the factors without a transform
};

/// N x, in an exactly known form if x has one.
Real times(const Real& x, const Rational& N);

}  // namespace plumbline
