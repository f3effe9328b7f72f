/// Guarantees as mechanisms: each stands for all mechanisms that have it.
#pragma once

#include <vector>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// zcdp and rdp, by promises about Renyi divergences.
std::vector<MechanismEntry> promise_mechanism_entries();
/// gdp, dp, pure_dp, profile and tradeoff, each with one pair that attains it.
std::vector<MechanismEntry> attained_mechanism_entries();

/// All of them, for the registry.
std::vector<MechanismEntry> guarantee_mechanism_entries();

/// The pair of a promise, written so. Throws std::invalid_argument where the promise is out of range.
Mechanism mechanism_of_promise(const struct RenyiPromise& promise, const std::string& expression);

}  // namespace plumbline
