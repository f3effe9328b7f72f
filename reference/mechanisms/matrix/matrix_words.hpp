/// Parses and formats the parameters of matrix mechanisms.
#pragma once

#include <string>

#include "reference/mechanisms/matrix/strategy.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// Returns a parameter that is an integer from 1 to 10^9. Throws std::invalid_argument on other values.
long matrix_whole(const Parameters& parameters, const std::string& name);
/// Returns the text of the strategy without blanks.
std::string matrix_word(const Parameters& parameters);
/// Returns the strategy of a mechanism with random batches, for `steps` steps; the identity permits up to 10^6 steps.
/// Throws std::invalid_argument on malformed parameters.
Strategy sampled_strategy(const Parameters& parameters);
/// Returns ",steps=100", or an empty text if the parameter is missing.
std::string matrix_number(const Parameters& parameters, const char* name);

}  // namespace plumbline
