/// Reads a matrix of exact numbers from a file.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// Reads CSV (one row per line, `#` begins a comment) or NPY (doubles, each of which is read as the exact number that
/// it represents). Throws std::invalid_argument with file, line and column.
std::vector<std::vector<Rational>> read_matrix(const std::string& path);

}  // namespace plumbline
