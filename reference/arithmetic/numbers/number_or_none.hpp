/// Parses texts that may not be numbers, without exceptions.
#pragma once

#include <optional>
#include <string_view>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// The number that a text denotes (the grammar of number.hpp); nothing if it denotes none: a word, nan, inf, an empty
/// text. Never throws.
std::optional<Real> number_or_none(std::string_view text);

/// Returns a rational number; nothing for an invalid or irrational one.
std::optional<Rational> rational_or_none(std::string_view text);

}  // namespace plumbline
