/// Parses and formats the parameters of matrix mechanisms.
#pragma once

#include <string>

#include "reference/mechanisms/matrix/strategy.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// An integer from 1 to 10^9. Throws std::invalid_argument.
long matrix_whole(const Parameters& parameters, const std::string& name);
/// The strategy's text without blanks.
std::string matrix_word(const Parameters& parameters);
/// The strategy of random batches, for so many steps; identity permits up to 10^6 steps. Throws std::invalid_argument.
Strategy sampled_strategy(const Parameters& parameters);
/// ",steps=100", or an empty text if the parameter is missing.
std::string matrix_number(const Parameters& parameters, const char* name);

}  // namespace plumbline
