/// A verdict as JSON from which exactly the same verdict can be restored: the storage format of a run, for this
/// program only. Other programs and people read verdict_json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/verdict.hpp"

namespace plumbline {

nlohmann::ordered_json verdict_record(const ClaimVerdict& verdict);

/// Parses a record of verdict_record(). Throws nlohmann::json::exception or std::invalid_argument on other texts.
ClaimVerdict read_verdict_record(const nlohmann::ordered_json& record);

}  // namespace plumbline
