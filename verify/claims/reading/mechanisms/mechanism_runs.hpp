/// Facts about several runs of a recorded mechanism that its pair does not determine.
#pragma once

#include "reference/mechanisms/recorded_runs.hpp"
#include "verify/claims/reading/mechanisms/mechanism_fields.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

namespace plumbline {

void add_runs(RecordedRuns runs, bool open_sigma, MechanismFields& f, NamedMechanism* out);

}  // namespace plumbline
