/// The judged claims about each method of each accountant, summarised for a terminal. Pages are made from the
/// records (reports/).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "verify/claims/results/run.hpp"

namespace plumbline {

/// The counts of each method and its worst violation, then all counts in a line.
std::string scoreboard_text(const ClaimsRun& run);

/// claims-run.json: what claims.jsonl does not say of the run.
nlohmann::ordered_json claims_run_record(const ClaimsRun& run);

}  // namespace plumbline
