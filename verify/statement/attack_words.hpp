/// What an attack's certificates say, in words.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// What was tested, by which rule, and what must be true of the experiment: sentences.
std::vector<std::string> attack_words(const std::string& attack);
/// About which direction its claims are.
std::string attack_direction_words(const std::string& direction);
/// What audits cannot show.
std::vector<std::string> attack_limits();

}  // namespace plumbline
