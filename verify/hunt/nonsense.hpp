/// Compares answers about one composition at neighbouring arguments with each other.
#pragma once

#include <vector>

#include "verify/hunt/examined.hpp"

namespace plumbline {

/// Returns two arguments next to that of a question about delta or epsilon; none for other questions.
std::vector<double> neighbouring_arguments(const Setting& setting);

/// `row` contains the answers at three neighbouring arguments. Returns a find for each answer at the first argument
/// that contradicts the answers at the two other arguments, whatever the true values are: delta(epsilon) and
/// epsilon(delta) are non-increasing, and delta is convex in e^epsilon. A contradiction smaller
/// than 1e-6 of the value may be due to rounding and is not reported.
std::vector<Examined> held_against_each_other(const std::vector<std::vector<Examined>>& row);

}  // namespace plumbline
