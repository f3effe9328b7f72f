/// Random allocation beside two Gaussians: that of the steps which the record was allocated to, once
/// these are shown, and that of the sum of the outputs, which hides them.
#pragma once

#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct ShownSteps {
  /// Epochs of t > 1 steps with mu = sensitivity/sigma, one of which is allocated in each.
  struct Epochs {
    Rational mu, t, count;
  };
  Mechanism gaussian;                ///< one step, shown
  Rational count;                    ///< how many such steps
  Real log_choices;                  ///< log of the number of ways to allocate
  Rational hidden_mu_squared;        ///< mu^2 of the Gaussian pair that the sums of the outputs are
  std::vector<Epochs> epochs;        ///< with blocks of one step it is these and a Gaussian
  std::optional<Rational> one_of{};  ///< the number of steps where it is one of so many
};

}  // namespace plumbline
