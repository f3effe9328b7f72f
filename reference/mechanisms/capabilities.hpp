/// Capabilities of pairs that need no header of their own. Functions are valid as long as the pair that offers them.
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

/// In both directions, every profile of the pair is at most that of N(0,1) against N(mu,1): BOUND(GAUSSIAN-ABOVE).
struct GaussianPairAbove {
  Rational mu;
};

/// The pair is N(0, I) against N(m e, r^2 I), r != 1: steps with equal r compose to one step in more dimensions.
struct GaussianScales {
  Rational dimensions, shift_squared, ratio_squared;
};

/// K(a) = E_P[e^{aL}] in closed form, for a pair for which K is finite only on a part of the real line.
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

/// The noise is the discrete Gaussian over the integers, exp(-x^2 / (2 variance)), and a step shifts it by an integer.
/// Its losses are those of lattice().
struct DiscreteGaussianNoise {
  Rational variance;
};

/// The pair (P, (1-p) P + p Q), 0 < p < 1, for a pair that represents it within its own class; null if it does not for
/// this p. Pairs with atoms() need no such function. `expression` is for a pair that has no other one.
struct Sampling {
  std::function<Mechanism(const Real& p, const std::string& expression)> at;
};

/// The atoms among countably many losses that have mass at least 2^-depth under P or Q; each corresponds to a set of
/// outputs disjoint from the others. Empty if there are more than `most`.
struct HeavyAtoms {
  std::function<std::vector<LossAtom>(double depth, size_t most)> of;
  /// The number of them, without making them; null if that is not less work.
  std::function<size_t(double depth, size_t most)> count = nullptr;
};

/// A distribution that extends over many scales.
struct LawByScales {
  double largest;  ///< approximate log of the largest scale that matters
  /// The part of the distribution with scales from e^low to e^high (a missing limit means no limit). As measures the
  /// parts add up without error: part(-, x) + part(x, y) = part(-, y). Each part is the distribution times a smooth
  /// window, which is steeper for larger `sharpness`.
  std::function<std::shared_ptr<const LossMeasure>(std::optional<double> low,
                                                   std::optional<double> high, int sharpness)>
      part;
};

/// E[(L - t)_+^3] under P (tilt 0) or Q (tilt 1), for a pair that offers neither its atoms nor its noise
/// (third_moment.hpp).
struct ThirdMoment {
  std::function<Ball(int tilt, const Ball& t, const NoiseRange& range, Bits p)> above;
};

/// Returns the atoms() of a pair, or else its HeavyAtoms; empty if it offers neither, or more than `most`.
std::vector<LossAtom> heavy_atoms(const DominatingPair& pair, double depth, size_t most);

/// Returns heavy_atoms().size().
size_t heavy_count(const DominatingPair& pair, double depth, size_t most);

/// mu^2 of a GaussianShift; nothing for other pairs.
std::optional<Rational> gaussian_mu_squared(const DominatingPair& pair);

}  // namespace plumbline
