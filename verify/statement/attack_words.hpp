/// The sentences about an attack's certificates.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// Returns sentences on the test, its rule, and the conditions on the experiment.
std::vector<std::string> attack_words(const std::string& attack);
/// About which direction its claims are.
std::string attack_direction_words(const std::string& direction);
/// Returns the limits of audits.
std::vector<std::string> attack_limits();

}  // namespace plumbline
