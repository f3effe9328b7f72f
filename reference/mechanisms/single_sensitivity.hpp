/// Factors whose sensitivity has another meaning than that of the factors beside them.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Returns the factors without relation= whose pair takes on relation=replace from the others, each once. Their
/// sensitivity bounds the change of the value. That of a factor with relation=replace bounds the norm of one record, and
/// its value changes by up to twice as much. Mechanisms inside others are included.
std::vector<std::string> single_sensitivity_factors(const std::vector<WrittenFactor>& factors);

/// Returns that this is so, in one sentence; empty if there are no such factors.
std::string single_sensitivity_sentence(const std::vector<WrittenFactor>& factors);

}  // namespace plumbline
