/// How large the transform is at a node, from above and in the time of some hundred additions: in single
/// numbers, four atoms at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/engines/returns/machine_nodes.hpp"

namespace plumbline::returns {

class NodeSizes {
 public:
  explicit NodeSizes(const MachineLaw& law);

  /// At least |K(c+ikD)|/K(c): BOUND(RETURNS-SIZES). Infinite from k = 2^38 on, and where the machine does
  /// not round to nearest.
  double at(long k) const;

 private:
  struct Step {
    unsigned long count;
    std::vector<std::uint64_t> turns;  ///< of one node, in units of 2^-64 turns
    std::vector<float> weights;        ///< by fours, the last ones 0
    double error;                      ///< of the sum of waves, at most
  };
  std::vector<Step> steps_;
  bool usable_ = true;
};

}  // namespace plumbline::returns
