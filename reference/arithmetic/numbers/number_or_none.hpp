/// Texts that may or may not be numbers, asked without an exception.
#pragma once

#include <optional>
#include <string_view>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// The number that a text says (the grammar of number.hpp); nothing where it says none: a word,
/// nan, inf, an empty text. Throws nothing.
std::optional<Real> number_or_none(std::string_view text);

/// Returns a rational number; nothing for an invalid or irrational one.
std::optional<Rational> rational_or_none(std::string_view text);

}  // namespace plumbline
