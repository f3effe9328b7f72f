/// Partitions of the outcomes of a sampler into cells whose probabilities are bounded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// One output of a sampler.
struct SamplerDraw {
  double value = 0;
  /// The output as an integer, if it is one; the nearest long if it exceeds the range of long.
  long whole = 0;
  bool is_whole = true;  ///< true if the output is an integer

  static SamplerDraw of(long x) { return {static_cast<double>(x), x, true}; }
  static SamplerDraw of(double x);

  friend bool operator==(const SamplerDraw& a, const SamplerDraw& b) {
    return a.value == b.value && a.whole == b.whole && a.is_whole == b.is_whole;
  }
};

/// A partition of the outcomes of one draw, or of two draws, into cells.
struct CellPartition {
  std::string name;
  std::vector<std::string> cells;  ///< a description of each cell
  /// Upper bound of the probability of each cell, under the distribution that the sampler is supposed to have.
  std::vector<UpperBound> masses;
  /// Returns the index of the cell that contains two draws. For partitions of one draw, both arguments are that draw.
  std::function<size_t(const SamplerDraw&, const SamplerDraw&)> cell;
};

/// Returns the partition for two independent draws whose cells are all pairs of cells of `single`.
CellPartition pairs_of(const CellPartition& single);

/// Returns the two cells "equal" and "different" of two independent draws; `probability` is an upper bound of the
/// probability that both are equal.
CellPartition equal_draws(const std::string& name, const UpperBound& probability);

/// Returns a partition with two cells: the draws in the support of the distribution (`is_allowed`), and all other
/// draws, which have probability 0. `others` describes the second cell.
CellPartition support(const std::string& others,
                      const std::function<bool(const SamplerDraw&)>& is_allowed);

}  // namespace plumbline
