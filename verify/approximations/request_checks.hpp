/// Checks of a request that every method makes before it runs.
#pragma once

#include <string>
#include <vector>

#include "reference/questions/entry.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline::approximations {

/// Returns the readings (kinds of quantities) that a method supports if it approximates a pair of distributions (P, Q).
const std::vector<Reading>& profile_readings();

/// Returns the relation of the requested quantity to the privacy profile; Reading::none if the quantity is unknown.
Reading reading_of(const ApproximationRequest& request);

/// Returns the reason why a method cannot answer the request; empty if it can. The method supports the readings
/// `answered`. A reason may also be an argument outside of its domain.
std::string request_refusal(const ApproximationRequest& request, const std::string& method,
                            const std::vector<Reading>& answered);
/// Returns the reason why a method for two mechanisms cannot answer the quantity; empty if it can.
std::string request_of_two_refusal(const ApproximationRequest& request, const std::string& method);

/// Returns the direction in which the request is computed. This is the requested direction, except for quantities that
/// are defined only for the forward pair.
Direction direction_meant(const ApproximationRequest& request);

/// Returns the option of that name, or `otherwise` if it is absent.
Rational option_or(const ApproximationRequest& request, const std::string& name,
                   const Rational& otherwise);

}  // namespace plumbline::approximations
