/// Files of scores.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/score_cuts.hpp"

namespace plumbline {

/// Two files of numbers (one a line, or separated by blanks or commas), or one CSV with the columns `score`
/// and `member` (1 or 0, true or false). Throws std::invalid_argument with file and line.
Scores read_scores(const std::vector<std::string>& files);

}  // namespace plumbline
