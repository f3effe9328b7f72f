/// Capabilities of pairs that need no header of their own. The functions are valid during the lifetime of the pair
/// that offers them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct NoiseRange;

/// The pair is N(0,1) against N(mu,1): compositions of such pairs have a closed form.
struct GaussianShift {
  Rational mu_squared;
};

/// In both directions, the profile of the pair is at most the profile of N(0,1) against N(mu,1): BOUND(GAUSSIAN-ABOVE).
struct GaussianPairAbove {
  Rational mu;
};

/// The pair is N(0, I) against N(m e, r^2 I), where e is a unit vector and r != 1. Steps with equal r compose to one
/// step in more dimensions.
struct GaussianScales {
  Rational dimensions, shift_squared, ratio_squared;
};

/// K(a) = E_P[e^{aL}] in closed form, for a pair for which K(a) is infinite at some real a.
struct KnownTransform {
  /// log K(a); nothing if K(a) is infinite.
  std::function<std::optional<Ball>(const Rational& a, Bits p)> log_K;
  /// E[L] under P (tilt 0) or Q (tilt 1).
  std::function<Ball(int tilt, Bits p)> mean;
};

/// The pair is Lap(0, b) against Lap(sensitivity, b), mu = sensitivity/b.
struct LaplaceNoise {
  Rational mu;
};

/// The noise is the discrete Gaussian on the integers, with masses proportional to exp(-x^2 / (2 variance)). A step
/// shifts it by an integer. The losses are described by lattice().
struct DiscreteGaussianNoise {
  Rational variance;
};

/// For a pair (P, Q) whose C++ class can also represent the subsampled pair: `at` returns (P, (1-p) P + p Q), 0 < p <
/// 1; null if the class cannot represent it for this p. Pairs with atoms() need no such function. `expression` is used
/// if the result has no expression of its own.
struct Sampling {
  std::function<Mechanism(const Real& p, const std::string& expression)> at;
};

/// `of` returns the atoms with mass at least 2^-depth under P or Q, for a pair with countably many losses. Each atom
/// corresponds to a set of outputs; these sets are disjoint. Empty if there are more than `most` atoms.
struct HeavyAtoms {
  std::function<std::vector<LossAtom>(double depth, size_t most)> of;
  /// Returns the number of atoms without computing them; null if counting is not cheaper.
  std::function<size_t(double depth, size_t most)> count = nullptr;
};

/// A distribution of a loss L = infimum + log(1 + x), where x > 0 (the scale) extends over many orders of magnitude.
struct LawByScales {
  double largest;  ///< approximate log of the largest scale that matters
  /// Returns the part of the distribution with scales from e^low to e^high; a missing limit (-) is infinite. The parts
  /// add up exactly as measures: part(-, x) + part(x, y) = part(-, y). Each part is the distribution times a smooth
  /// window, which is steeper for larger `sharpness`.
  std::function<std::shared_ptr<const LossMeasure>(std::optional<double> low,
                                                   std::optional<double> high, int sharpness)>
      part;
};

/// Computes E[(L - t)_+^3] under P (tilt 0) or Q (tilt 1), for a pair that offers neither its atoms nor its noise
/// (third_moment.hpp).
struct ThirdMoment {
  std::function<Ball(int tilt, const Ball& t, const NoiseRange& range, Bits p)> above;
};

/// Returns the atoms() of a pair, or else its HeavyAtoms. Returns an empty vector if the pair offers neither, or has
/// more than `most`.
std::vector<LossAtom> heavy_atoms(const DominatingPair& pair, double depth, size_t most);

/// Returns heavy_atoms().size().
size_t heavy_count(const DominatingPair& pair, double depth, size_t most);

/// Returns mu^2 of a GaussianShift; nothing for other pairs.
std::optional<Rational> gaussian_mu_squared(const DominatingPair& pair);

}  // namespace plumbline
