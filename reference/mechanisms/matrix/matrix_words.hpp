/// How matrix mechanisms write their parameters.
#pragma once

#include <string>

#include "reference/mechanisms/matrix/strategy.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// A whole number from 1 to 10^9. Throws std::invalid_argument.
long matrix_whole(const Parameters& parameters, const std::string& name);
/// The strategy's text without blanks.
std::string matrix_word(const Parameters& parameters);
/// The strategy of batches drawn at random, on so many steps: of identity up to 10^6. Throws std::invalid_argument.
Strategy sampled_strategy(const Parameters& parameters);
/// ",steps=100", or nothing where it is not given.
std::string matrix_number(const Parameters& parameters, const char* name);

}  // namespace plumbline
