/// Reads files of scores.
#pragma once

#include <string>
#include <vector>

#include "reference/statistics/score_cuts.hpp"

namespace plumbline {

/// Reads two files of numbers (texts: one per line, or separated by blanks or commas; or NumPy arrays), one CSV with
/// the columns `score` and `member` or `label` (1 or 0, true or false), or one archive of numpy.savez. Throws
/// std::invalid_argument with file and line.
Scores read_scores(const std::vector<std::string>& files);

}  // namespace plumbline
