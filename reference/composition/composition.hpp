/// A composition: a multiset of mechanisms with multiplicities, run independently on the same data. Dominating pairs
/// compose by products, so that the loss is the sum of independent losses.
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
  /// Returns one mechanism of the registry, run `count` times. Throws std::invalid_argument if a parameter is
  /// missing, unknown or out of range.
  static Composition of(const std::string& mechanism, const Parameters& parameters,
                        const Rational& count = Rational(1));

  const std::vector<Factor>& factors() const { return factors_; }
  /// Returns the hypotheses under which the numbers of this pair are statements about a mechanism.
  const Hypotheses& hypotheses() const { return *hypotheses_; }
  /// Returns the canonical text, which parse() reads as the same composition.
  std::string expression() const;
  /// Returns a key: compositions with equal keys have the same privacy loss.
  std::string identity() const;
  /// Returns the total number of steps.
  Rational steps() const;

  /// Returns true for one step of one mechanism: the closed form of the mechanism then applies to the composition.
  bool single() const;
  /// Returns mu^2 of the pair N(0,1), N(mu,1) if every factor is Gaussian.
  const std::optional<Rational>& gaussian_mu_squared() const { return gaussian_mu_squared_; }
  /// Return the sum of the largest (smallest) losses if all of them are finite.
  std::optional<Real> largest_loss() const;
  std::optional<Real> smallest_loss() const;
  /// Returns true if the losses are known to be unbounded above (below), because those of some factor are.
  bool unbounded(bool above) const;
  /// Returns the lattice that contains all finite losses, if every factor has a lattice and all lattices are
  /// commensurable.
  std::optional<LossLattice> lattice() const;

  /// Return the first factor that offers no transform (no tails) of its loss; null if every factor offers one.
  const Factor* without_transform() const;
  const Factor* without_tails() const;

  /// Approximate mean and standard deviation of the loss under P (tilt 0) or Q (tilt 1), in doubles. They are the
  /// start of searches, never a bound.
  struct Location {
    double mean, deviation;
  };
  Location approximate_location(int tilt) const;

 private:
  std::vector<Factor> factors_;
  /// The factors for expression(): factors with equal loss and equal hypotheses are merged.
  std::vector<Factor> written_;
  HypothesesPtr hypotheses_;
  /// Cached, because a sum of thousands of fractions takes milliseconds.
  std::optional<Rational> gaussian_mu_squared_;
  std::vector<std::optional<RoughLoss>> rough_;  ///< estimates for the factors without a transform
};

/// Returns N x, in an exactly known form if x has one.
Real times(const Real& x, const Rational& N);

}  // namespace plumbline
