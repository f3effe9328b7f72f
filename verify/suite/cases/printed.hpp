/// A number as printed by a source, and its agreement with a certified value.
#pragma once

#include <string>
#include <string_view>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// A printed number represents every number that rounds to it: "0.034" is the interval [0.0335, 0.0345]. The interval
/// includes both ends, because sources do not state how they round ties.
struct PrintedNumber {
  std::string text;
  Rational lower, upper;
  int significant_digits = 0;

  /// Parses a decimal with an optional exponent; the unit is that of the last printed digit. Throws
  /// std::invalid_argument on fractions, hex floats and texts that are not numbers, because their printed precision
  /// is unknown.
  static PrintedNumber parse(std::string_view text);
};

enum class Agreement { agrees, differs, undecided };

/// Compares in exact arithmetic: `agrees` if every point of the enclosure rounds to the printed number, `differs` if
/// none does, `undecided` if the enclosure contains a rounding boundary.
Agreement agreement(const PrintedNumber& printed, const Ball& value);

}  // namespace plumbline
