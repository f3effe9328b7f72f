/// Checks of every method before it runs.
#pragma once

#include <string>
#include <vector>

#include "reference/questions/entry.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline::approximations {

/// Returns the readings of a pair of two laws for all methods that have one.
const std::vector<Reading>& profile_readings();

/// Returns the relation of the requested quantity to the profile.
Reading reading_of(const ApproximationRequest& request);

/// Why the quantity or its argument cannot be answered by a method that answers these; empty if they can.
std::string request_refusal(const ApproximationRequest& request, const std::string& method,
                            const std::vector<Reading>& answered);
/// Returns the refusal of a method for quantities of two mechanisms.
std::string request_of_two_refusal(const ApproximationRequest& request, const std::string& method);

/// The direction meant: a quantity of the forward pair is about that whatever was asked.
Direction direction_meant(const ApproximationRequest& request);

/// The named option, or `otherwise`.
Rational option_or(const ApproximationRequest& request, const std::string& name,
                   const Rational& otherwise);

}  // namespace plumbline::approximations
