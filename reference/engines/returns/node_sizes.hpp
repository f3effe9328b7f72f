/// Upper bounds of the transform at a node. They are computed in single precision, for four atoms at a time, which
/// takes the time of approximately a hundred additions.
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
    std::vector<std::uint64_t> turns;  ///< turns of one node, in units of 2^-64
    std::vector<float> weights;        ///< in groups of four, padded with 0
    double error;                      ///< upper bound of the error of the sum of waves
  };
  std::vector<Step> steps_;
  bool usable_ = true;
};

}  // namespace plumbline::returns
