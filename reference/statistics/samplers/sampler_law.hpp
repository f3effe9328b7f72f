/// The distribution that a sampler is supposed to have, described by cells of its draws and their probabilities.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/statistics/samplers/cells.hpp"

namespace plumbline {

struct SamplerLawOptions {
  /// Scores of the candidates of a selection, in units of the sensitivity of one score.
  std::vector<Rational> scores{};
  int bits = 53;  ///< significant bits of outputs that are real numbers: 53 or 24
  /// True if the tests cover low bits, numbers that a naive sampler cannot output, and equal draws.
  bool resolution = true;
};

struct SamplerLaw {
  std::string text;
  std::vector<CellPartition> single;      ///< partitions for one draw
  std::vector<CellPartition> neighbours;  ///< partitions for two consecutive draws
  CellPartition restart;                  ///< partition for two draws, one after each of two starts
  bool of_reals = false;                  ///< draws are doubles; integers otherwise

  size_t tests() const { return single.size() + neighbours.size() + 1; }
};

/// Returns the distribution that an expression describes. For a mechanism, this is its noise around 0, its response to
/// the true answer 0, or its selection among the scores. The expression may also be geometric(b=) or
/// permute_and_flip(epsilon=).
/// \throws std::invalid_argument for other mechanisms and for parameters out of range.
SamplerLaw sampler_law(const std::string& expression, const SamplerLawOptions& options);

/// Returns "discrete_laplace, discrete_gaussian, ...": the distributions that can be judged.
std::string sampler_law_names();

}  // namespace plumbline
