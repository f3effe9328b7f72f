/// Factors whose sensitivity has a different meaning from that of the other factors.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// If a factor has relation=replace, this relation also applies to the factors without relation=. Returns the factors
/// without relation=, each once; mechanisms inside other mechanisms count as factors. Returns nothing if no factor has
/// relation=replace. The sensitivity of the returned factors bounds the change of the value. In contrast, the
/// sensitivity of a factor with relation=replace bounds the norm of one record, and the value changes by up to twice as
/// much.
std::vector<std::string> single_sensitivity_factors(const std::vector<WrittenFactor>& factors);

/// Returns one sentence that describes this difference; empty if there are no such factors.
std::string single_sensitivity_sentence(const std::vector<WrittenFactor>& factors);

}  // namespace plumbline
