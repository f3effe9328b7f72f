/// Reads files of scores.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/score_cuts.hpp"

namespace plumbline {

/// Reads scores from two files of numbers, from one CSV with the columns `score` and `member` or `label` (1 or 0,
/// true or false), or from one archive of numpy.savez. A file of numbers is a text (one number per line, or separated
/// by blanks or commas) or a NumPy array. Throws std::invalid_argument with file and line.
Scores read_scores(const std::vector<std::string>& files);

}  // namespace plumbline
