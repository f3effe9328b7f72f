/// The answer of a claim: a value or a failure, with the stated error.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/claim.hpp"

namespace plumbline::claim_json {

/// Parses the answer of a record. Throws std::invalid_argument.
void read_answer(const nlohmann::json& object, Claim* claim);

}  // namespace plumbline::claim_json
