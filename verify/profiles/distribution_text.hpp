/// Distributions in the text of dp_accounting's protocol buffer.
#pragma once

#include <string>

#include "verify/profiles/distribution_file.hpp"

namespace plumbline {

/// Returns true if a text begins like a message of this protocol buffer.
bool is_message_text(const std::string& text);

/// Parses the masses of `pessimistic_pmf { min_key: -3 values: 0.1 values: [0.2, 0.3] infinity_mass: 0
/// discretization_interval: 1e-4 }`, with or without the outer field. Numbers are rounded to doubles. Throws
/// std::invalid_argument, naming the invalid field.
LossMasses message_masses(const std::string& text);

}  // namespace plumbline
