/// Summarises the judged claims about each method of each accountant for a terminal. reports/ creates pages from the
/// records.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "verify/claims/results/run.hpp"

namespace plumbline {

/// Returns the counts of each method and its worst violation, then all counts in one line.
std::string scoreboard_text(const ClaimsRun& run);

/// Returns the content of claims-run.json: the facts about the run that claims.jsonl does not contain.
nlohmann::ordered_json claims_run_record(const ClaimsRun& run);

}  // namespace plumbline
