/// What every method checks before it runs.
#pragma once

#include <string>
#include <vector>

#include "verify/approximations/approximation.hpp"

namespace plumbline::approximations {

/// All quantities of one mechanism that the methods know.
const std::vector<std::string>& profile_quantities();

/// Why the quantity or its argument cannot be answered; empty if they can.
std::string request_refusal(const ApproximationRequest& request, const std::string& method,
                            const std::vector<std::string>& answered);

/// The direction meant: rero is about the forward pair whatever was asked.
Direction direction_meant(const ApproximationRequest& request);

/// The named option, or `otherwise`.
Rational option_or(const ApproximationRequest& request, const std::string& name,
                   const Rational& otherwise);

}  // namespace plumbline::approximations
