/// Factors whose sensitivity has a different meaning from that of the other factors.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Returns the factors without relation=, each once, if another factor has relation=replace, which then applies to
/// them, too. Their sensitivity bounds the change of the value. The sensitivity of a factor with relation=replace
/// bounds the norm of one record, and its value changes by up to twice as much. Mechanisms inside others are
/// included.
std::vector<std::string> single_sensitivity_factors(const std::vector<WrittenFactor>& factors);

/// Returns one sentence that describes this difference; empty if there are no such factors.
std::string single_sensitivity_sentence(const std::vector<WrittenFactor>& factors);

}  // namespace plumbline
