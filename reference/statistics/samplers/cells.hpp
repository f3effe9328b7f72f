/// Partitions of the outcomes of a sampler into cells whose probabilities are bounded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// One draw of a sampler.
struct SamplerDraw {
  double value = 0;
  long whole = 0;  ///< the number itself if it is an integer; the nearest long beyond that range
  bool is_whole = true;  ///< true if it is an integer

  static SamplerDraw of(long x) { return {static_cast<double>(x), x, true}; }
  static SamplerDraw of(double x);

  friend bool operator==(const SamplerDraw& a, const SamplerDraw& b) {
    return a.value == b.value && a.whole == b.whole && a.is_whole == b.is_whole;
  }
};

/// Cells of one draw, or of two draws.
struct CellPartition {
  std::string name;
  std::vector<std::string> cells;  ///< a description of each cell
  std::vector<UpperBound> masses;  ///< upper bound of the probability of each cell under the
                                   ///< promised distribution
  /// Returns the cell of two draws; for cells of one draw, both arguments are this draw.
  std::function<size_t(const SamplerDraw&, const SamplerDraw&)> cell;
};

/// Returns the cells of two independent draws: the products of the cells of one draw.
CellPartition pairs_of(const CellPartition& single);

/// Returns the two cells "equal" and "different" of two independent draws; `probability` bounds that of equal draws.
CellPartition equal_draws(const std::string& name, const UpperBound& probability);

/// Returns two cells: draws that the distribution permits, and all others, which have probability 0.
CellPartition support(const std::string& others,
                      const std::function<bool(const SamplerDraw&)>& is_allowed);

}  // namespace plumbline
