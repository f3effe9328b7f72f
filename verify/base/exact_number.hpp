/// Parses numbers in external JSON exactly.
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

/// Returns the exact value of the double; its text is a short decimal if that is exact, else a hex float.
ExactNumber exact_number(double x);
/// Parses a JSON number as the double to which it parses, and a string as the written number, in the grammar of
/// number.hpp. Throws std::invalid_argument for other values.
ExactNumber read_exact_number(const nlohmann::json& number);

}  // namespace plumbline
