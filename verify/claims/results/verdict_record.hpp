/// A verdict as JSON that gives back exactly the same verdict: what a run keeps on disk, for the
/// program alone. (What people and programs read is verdict_json.)
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/verdict.hpp"

namespace plumbline {

nlohmann::ordered_json verdict_record(const ClaimVerdict& verdict);

/// The verdict of which that is the record. Throws nlohmann::json::exception or
/// std::invalid_argument where it is none.
ClaimVerdict read_verdict_record(const nlohmann::ordered_json& record);

}  // namespace plumbline
