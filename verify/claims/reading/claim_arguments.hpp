/// The arguments of a claim's quantity.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/claim.hpp"
#include "verify/claims/claim_quantity.hpp"

namespace plumbline::claim_json {

/// Parses the arguments of `at`, by the names that accountants use. Throws std::invalid_argument if they are not those
/// of the quantity.
void read_arguments(const nlohmann::json& object, const ClaimedQuantity& name, Claim* claim);

/// Checks the quantity's requirements on its arguments, for any mechanism.
void check_arguments(const Quantity& quantity, const Claim& claim);

}  // namespace plumbline::claim_json
