/// The grid of a discretised privacy-loss distribution, chosen once in doubles: part of the method,
/// the same whatever type the masses are then computed in.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// Loss indices first ... last of one step, in units of the spacing.
struct StepRange {
  long first, last;
};

struct LossGrid {
  double spacing;
  double tail;                    ///< mass that may fall beyond the range
  std::vector<StepRange> ranges;  ///< of one step of each factor
  long first;                     ///< the range of the sum: indices first ... first + size - 1
  size_t size;                    ///< a power of two
};

/// For the losses of a direction. A step's range leaves out at most tail / (2 N) of alternative
/// mass on either side, N the number of steps; the sum's range, by Chernoff's bound, at most
/// `tail` on either side.
LossGrid loss_grid(const std::vector<StepLaw>& laws, bool reverse, double spacing, double tail);

/// Why the grid would be too large, naming the option to raise; empty if it is not.
std::string grid_refusal(const std::vector<StepLaw>& laws, double spacing, double tail,
                         const std::string& option);

}  // namespace plumbline::approximations
