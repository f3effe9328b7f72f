/// Bounds of random allocation by two Gaussian pairs. The first pair is that of the allocated steps if the allocation
/// is revealed. The second pair is that of the sum of the outputs, which hides the allocation.
#pragma once

#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct ShownSteps {
  /// Epochs of t > 1 steps with mu = sensitivity/sigma, with one allocated step in each.
  struct Epochs {
    Rational mu, t, count;
  };
  Mechanism gaussian;          ///< one revealed step
  Rational count;              ///< the number of such steps
  Real log_choices;            ///< log of the number of possible allocations
  Rational hidden_mu_squared;  ///< mu^2 of the Gaussian pair of the sums of the outputs
  std::vector<Epochs> epochs;  ///< the epochs with t > 1 (blocks of a single step are omitted)
  std::optional<Rational> one_of{};  ///< the number of steps, if exactly one step is allocated
};

}  // namespace plumbline
