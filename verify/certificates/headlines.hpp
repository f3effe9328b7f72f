/// The statement in short: what was proved, in sentences for people who read no long numbers, each
/// rounded to the safe side.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/check.hpp"

namespace plumbline {

/// Of the certificates that this run confirmed; `results` is empty where nothing was checked. What was certified
/// in one direction alone is named without its number, except of a quantity that is about the forward pair alone;
/// what no upper end is known of is named first. Where an attack is held against a promise, both numbers stand in the
/// first sentence, and no refuted promise is repeated as a fact.
std::vector<std::string> headlines(const std::vector<Certificate>& certificates,
                                   const std::vector<CheckResult>& results);

/// Whether an attack refutes a promise or a claim there.
bool refutes_something(const std::vector<Certificate>& certificates,
                       const std::vector<CheckResult>& results);

}  // namespace plumbline
