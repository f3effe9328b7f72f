/// Random allocation beside two Gaussians: that of the steps which the record was allocated to, once
/// these are shown, and that of the sum of the outputs, which hides them.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct ShownSteps {
  Mechanism gaussian;                ///< one step, shown
  Rational count;                    ///< how many such steps
  Real log_choices;                  ///< log of the number of ways to allocate
  Rational hidden_mu_squared;        ///< mu^2 of the Gaussian pair that the sums of the outputs are
  std::optional<Rational> one_of{};  ///< the number of steps where it is one of so many
};

}  // namespace plumbline
