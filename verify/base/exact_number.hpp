/// Parses numbers in JSON from other programs exactly.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// An exact number, with a text that Rational::parse reads back to this number.
struct ExactNumber {
  Rational value;
  std::string text;
};

/// Returns the exact value of the double. Its text is the exact decimal if that has at most 12 characters, otherwise a
/// hex float.
ExactNumber exact_number(double x);
/// Parses a JSON value. An integer or a string is parsed exactly as written (a string in the grammar of number.hpp).
/// Another JSON number denotes the nearest double, and the result is the exact value of this double. Throws
/// std::invalid_argument for other values.
ExactNumber read_exact_number(const nlohmann::json& number);

}  // namespace plumbline
