/// Sentences about the certificates of an attack.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// Returns sentences on the test, its rule, and the conditions on the experiment.
std::vector<std::string> attack_words(const std::string& attack);
/// Returns the sentence that names the direction of an attack's claims.
std::string attack_direction_words(const std::string& direction);
/// Returns sentences on the limitations of audits by attacks.
std::vector<std::string> attack_limits();

}  // namespace plumbline
