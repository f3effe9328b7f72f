/// Upper bounds of the modulus of the transform at single nodes. The bound at one node takes the time of approximately
/// a hundred additions, because it is computed in single precision, for four atoms at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/engines/returns/machine_nodes.hpp"

namespace plumbline::returns {

class NodeSizes {
 public:
  explicit NodeSizes(const MachineLaw& law);

  /// Returns an upper bound of |K(c+ikD)|/K(c): BOUND(RETURNS-SIZES). Infinite for k >= 2^38, and if the processor
  /// does not round to nearest.
  double at(long k) const;

 private:
  struct Step {
    unsigned long count;
    /// For each atom: the fraction of a full turn by which its phase advances from one node to the next, in units of
    /// 2^-64.
    std::vector<std::uint64_t> turns;
    std::vector<float> weights;  ///< of the atoms, padded with 0 to groups of four
    double error;                ///< upper bound of the error of the sum over the atoms
  };
  std::vector<Step> steps_;
  bool usable_ = true;
};

}  // namespace plumbline::returns
