/// Capabilities of pairs that need no header of their own. Functions live as long as the pair that
/// handed them out.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct NoiseRange;

/// The pair is N(0,1) against N(mu,1): compositions of these stay in closed form.
struct GaussianShift {
  Rational mu_squared;
};

/// The pair is N(0, I) against N(m e, r^2 I), r != 1: steps of one r are one of more dimensions.
struct GaussianScales {
  Rational dimensions, shift_squared, ratio_squared;
};

/// K(a) = E_P[e^{aL}] in closed form, of a pair for which it is finite on a part of the line alone.
struct KnownTransform {
  /// log K(a); nothing where K(a) is infinite.
  std::function<std::optional<Ball>(const Rational& a, Bits p)> log_K;
  /// E[L] under P (tilt 0) or Q (tilt 1).
  std::function<Ball(int tilt, Bits p)> mean;
};

/// The pair is Lap(0, b) against Lap(sensitivity, b), mu = sensitivity/b.
struct LaplaceNoise {
  Rational mu;
};

/// The noise is the discrete Gaussian over the integers, exp(-x^2 / (2 variance)), and a step shifts
/// it by an integer: its losses are those of lattice().
struct DiscreteGaussianNoise {
  Rational variance;
};

/// The pair (P, (1-p) P + p Q), 0 < p < 1, of a law that knows it as one of its own kind; null where
/// it does not for this p. What has atoms() needs none. `expression` is for a pair that has no other.
struct Sampling {
  std::function<Mechanism(const Real& p, const std::string& expression)> at;
};

/// The atoms among countably many losses that carry 2^-depth under P or Q, at least; each
/// represents other outputs than the rest. Empty where they are more than `most`.
struct HeavyAtoms {
  std::function<std::vector<LossAtom>(double depth, size_t most)> of;
};

/// A law that extends over many scales.
struct LawByScales {
  double largest;  ///< log of the largest scale that matters, roughly
  /// The part of the law with scales from e^low to e^high (a missing limit is none). As measures the
  /// parts add up, part(-, x) + part(x, y) = part(-, y), without error; each is the law times a
  /// smooth window, the steeper the larger `sharpness`.
  std::function<std::shared_ptr<const LossMeasure>(std::optional<double> low,
                                                   std::optional<double> high, int sharpness)>
      part;
};

/// E[(L - t)_+^3] under P (tilt 0) or Q (tilt 1), by a pair that offers neither its atoms nor its
/// noise (third_moment.hpp).
struct ThirdMoment {
  std::function<Ball(int tilt, const Ball& t, const NoiseRange& range, Bits p)> above;
};

/// The atoms() of a pair that has some, or else its HeavyAtoms; empty where it offers neither, or more
/// than `most`.
std::vector<LossAtom> heavy_atoms(const DominatingPair& pair, double depth, size_t most);

/// mu^2 of a GaussianShift; nothing of other pairs.
std::optional<Rational> gaussian_mu_squared(const DominatingPair& pair);

}  // namespace plumbline
