/// The grid of a discretised privacy loss distribution, chosen once in doubles. It is part of the method and does not
/// depend on the type in which the masses are computed.
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
  double tail;                    ///< tail mass that may lie beyond the range
  std::vector<StepRange> ranges;  ///< range of one step of each factor
  long first;                     ///< the range of the sum: indices first ... first + size - 1
  size_t size;                    ///< a power of two
};

/// Chooses the grid for the losses of a direction. The range of a step omits at most tail / (2 N) of alternative mass
/// on each side, where N is the number of steps; the range of the sum omits, by Chernoff's bound, at most `tail` on
/// each side.
LossGrid loss_grid(const std::vector<StepLaw>& laws, bool reverse, double spacing, double tail);

/// Returns the reason why the grid would be too large, naming the option to increase; empty if it is small enough.
std::string grid_refusal(const std::vector<StepLaw>& laws, double spacing, double tail,
                         const std::string& option);

}  // namespace plumbline::approximations
