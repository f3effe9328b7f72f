/// The answer of a claim about a whole distribution.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/claim.hpp"

namespace plumbline::claim_json {

/// Parses the tolerance, the time and the error message. A claim about a whole distribution has no `value`, or the
/// value 0.
/// \throws std::invalid_argument
void read_whole_answer(const nlohmann::json& object, Claim* claim);

/// Parses `distribution` and `points`, after the arguments are parsed.
/// \throws std::invalid_argument
void read_distribution(const nlohmann::json& object, Claim* claim);

}  // namespace plumbline::claim_json
