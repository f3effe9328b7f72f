/// Numbers in JSON that others wrote, exactly.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A number that means exactly what it says, with a text that Rational::parse reads back to it.
struct ExactNumber {
  Rational value;
  std::string text;
};

/// Returns the double, exactly; its text is a short decimal where that is exact, else a hex float.
ExactNumber exact_number(double x);
/// Reads a JSON number as the double it parses to, and a string as the number written, in the grammar of number.hpp.
/// Throws std::invalid_argument where it is neither.
ExactNumber read_exact_number(const nlohmann::json& number);

}  // namespace plumbline
