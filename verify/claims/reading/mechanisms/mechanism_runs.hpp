/// Adds the pair of a recorded mechanism, and the facts about its runs that do not follow from the pair of one run.
#pragma once

#include "reference/mechanisms/recorded_runs.hpp"
#include "verify/claims/reading/mechanisms/mechanism_fields.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

namespace plumbline {

void add_runs(RecordedRuns runs, bool open_sigma, MechanismFields& f, NamedMechanism* out);

}  // namespace plumbline
