/// Checks of every method before it runs.
#pragma once

#include <string>
#include <vector>

#include "reference/questions/entry.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline::approximations {

/// Returns the quantities that every method supports that computes a pair of distributions (P, Q).
const std::vector<Reading>& profile_readings();

/// Returns how the requested quantity is computed from the profile.
Reading reading_of(const ApproximationRequest& request);

/// Returns the reason why a method with these quantities cannot answer the quantity or its argument; empty if it can.
std::string request_refusal(const ApproximationRequest& request, const std::string& method,
                            const std::vector<Reading>& answered);
/// Returns the reason why a method for two mechanisms cannot answer the quantity; empty if it can.
std::string request_of_two_refusal(const ApproximationRequest& request, const std::string& method);

/// Returns the effective direction: a quantity of the forward pair uses that pair for every requested direction.
Direction direction_meant(const ApproximationRequest& request);

/// Returns the option of that name, or `otherwise` if it is absent.
Rational option_or(const ApproximationRequest& request, const std::string& name,
                   const Rational& otherwise);

}  // namespace plumbline::approximations
