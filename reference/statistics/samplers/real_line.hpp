/// Distributions of real numbers that a sampler is supposed to have, for samplers that output doubles.
#pragma once

#include <functional>
#include <memory>

#include "reference/arithmetic/ball.hpp"
#include "reference/statistics/samplers/line_law.hpp"

namespace plumbline {

/// A distribution with a density that is symmetric about 0 and does not increase away from it.
struct RealNoise {
  std::function<Ball(const Ball&)> below, above;  ///< P(X <= x), P(X > x)
  /// A number between 2^-100 and 2^100 such that [-90 scale, 90 scale] contains all but 10^-30 of the mass.
  double scale;
  Ball peak;  ///< the density at 0
};

/// Returns N(0, sigma^2). Throws std::invalid_argument unless sigma is between 2^-100 and 2^100.
RealNoise gaussian_noise(const Rational& variance);
/// Returns the distribution with density e^(-|x|/b)/(2b). Throws std::invalid_argument unless b is between 2^-100 and
/// 2^100.
RealNoise laplace_line_noise(const Rational& b);

/// Returns partitions for single draws, for outputs with `bits` significant bits (53 for doubles, 24 for floats).
/// \param resolution true if the partition tests the low bits of the outputs, and numbers that a naive sampler cannot
/// output. These tests assume that an output is a real draw that is rounded once. If false, the relative error of an
/// output may be up to 2^(5 - bits).
std::vector<CellPartition> real_partitions(const RealNoise& noise, int bits, bool resolution);
/// Returns the partition into octiles.
CellPartition real_octiles(const RealNoise& noise, int bits);
/// Returns an upper bound of the probability that two draws are equal, for outputs that are rounded once.
UpperBound real_repetition(int bits);

}  // namespace plumbline
