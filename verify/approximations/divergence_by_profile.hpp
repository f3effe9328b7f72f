/// Computes the Delta-divergence of two mechanisms from a judged method that computes only Bayes errors or delta. The
/// result is the largest difference of the two minimum Bayes errors over a grid of priors, as users of the method would
/// compute it ([BCP] B.3 does so for closed forms).
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
