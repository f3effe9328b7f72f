/// Questions in the terms of an attacker: TPR at an FPR instead of power at a level.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reference/questions/question.hpp"

namespace plumbline {

/// Rewrites a record in the terms of hypothesis tests: the quantity tpr becomes power, with fpr as alpha; in a
/// calibration fpr and tpr become alpha and beta = 1 - tpr. Returns true if the quantity was tpr. Other records are
/// unchanged. `usual` contains the defaults of missing members. Throws std::invalid_argument with "field: defect".
bool read_rates(nlohmann::json* record, const Query& usual);

/// Returns an error message about the quantity power, with the terms TPR and FPR in place of power and alpha.
std::string as_attack(std::string message);

}  // namespace plumbline
