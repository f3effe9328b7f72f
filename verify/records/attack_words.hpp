/// Questions in an attacker's words: TPR at an FPR, where tests have power at a level.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reference/questions/question.hpp"

namespace plumbline {

/// Rewrites a record in the words of tests: the quantity tpr as power, fpr as its alpha; in a calibration
/// fpr and tpr as alpha and beta = 1 - tpr. Whether the quantity was tpr. Other records are left alone.
/// `usual`: what records do not say. Throws std::invalid_argument, `field: what is wrong`.
bool read_rates(nlohmann::json* record, const Query& usual);

/// Returns an error about a power, reworded for a TPR.
std::string as_attack(std::string message);

}  // namespace plumbline
