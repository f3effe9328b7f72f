/// The Delta-divergence by any judged method for Bayes errors or a profile: the largest difference of the method's
/// minimum Bayes errors over a grid of priors, as its users would compute it ([BCP] B.3 does so in closed form).
#pragma once

#include <string>

#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// Returns the reason why the method does not support the request; empty if it does, directly or by its Bayes errors.
std::string refusal_of(const ApproximationEntry& method, const ApproximationRequest& request);

/// Runs the method. The request must have passed refusal_of(). Throws whatever the method throws.
ApproximationResult run_method(const ApproximationEntry& method,
                               const ApproximationRequest& request);

}  // namespace plumbline
