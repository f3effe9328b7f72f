/// The grid of a discretised privacy loss distribution, chosen once in doubles. It is part of the method and does not
/// depend on the type in which the masses are computed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// The range of one step on the grid: the losses first * spacing, ..., last * spacing.
struct StepRange {
  long first, last;
};

struct LossGrid {
  double spacing;
  double tail;  ///< mass that may lie outside of the range of the sum, on each side
  std::vector<StepRange> ranges;  ///< range of one step of each factor
  /// Index of the first loss of the sum; the range of the sum has the indices first ... first + size - 1.
  long first;
  size_t size;  ///< number of losses in the range of the sum; a power of two
};

/// Chooses the grid for the losses of a direction. Under the alternative, the range of a step omits a mass of at most
/// tail / (2 N) on each side, where N is the number of steps. The range of the sum omits at most `tail` on each side,
/// by Chernoff's bound.
LossGrid loss_grid(const std::vector<StepLaw>& laws, bool reverse, double spacing, double tail);

/// Returns the reason why the grid would be too large, naming the option to increase; empty if it is small enough.
std::string grid_refusal(const std::vector<StepLaw>& laws, double spacing, double tail,
                         const std::string& option);

}  // namespace plumbline::approximations
