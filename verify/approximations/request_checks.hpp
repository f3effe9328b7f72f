/// What every method checks before it runs.
#pragma once

#include <string>
#include <vector>

#include "reference/questions/entry.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline::approximations {

/// What a pair of two laws is asked for by all methods that have one.
const std::vector<Reading>& profile_readings();

/// What the quantity asked for is of the profile.
Reading reading_of(const ApproximationRequest& request);

/// Why the quantity or its argument cannot be answered by a method that answers these; empty if they can.
std::string request_refusal(const ApproximationRequest& request, const std::string& method,
                            const std::vector<Reading>& answered);
/// The same of a method that answers what is computed of two mechanisms.
std::string request_of_two_refusal(const ApproximationRequest& request, const std::string& method);

/// The direction meant: a quantity of the forward pair is about that whatever was asked.
Direction direction_meant(const ApproximationRequest& request);

/// The named option, or `otherwise`.
Rational option_or(const ApproximationRequest& request, const std::string& name,
                   const Rational& otherwise);

}  // namespace plumbline::approximations
