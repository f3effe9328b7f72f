/// Parses texts that may not be numbers, without exceptions.
#pragma once

#include <optional>
#include <string_view>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// Returns the number that a text denotes (the grammar of number.hpp); nothing if the text is not a number: a word,
/// nan, inf, an empty text. Never throws.
std::optional<Real> number_or_none(std::string_view text);

/// Returns the rational number that a text denotes; nothing for an invalid or irrational number.
std::optional<Rational> rational_or_none(std::string_view text);

}  // namespace plumbline
