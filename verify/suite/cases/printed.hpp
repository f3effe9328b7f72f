/// A number as a source prints it, and whether a certified value agrees with it.
#pragma once

#include <string>
#include <string_view>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// "0.034" stands for every number that rounds to it: [0.0335, 0.0345]. Both ends belong to it,
/// because sources do not say how they break ties.
struct PrintedNumber {
  std::string text;
  Rational lower, upper;
  int significant_digits = 0;

  /// Reads a decimal, with exponent if any; the unit is that of the last printed digit. Throws
  /// std::invalid_argument on fractions, hex floats and everything that is not a number: these
  /// show no printed precision.
  static PrintedNumber parse(std::string_view text);
};

enum class Agreement { agrees, differs, undecided };

/// Decided in exact arithmetic: `agrees` when every point of the enclosure rounds to the printed
/// number, `differs` when none does, `undecided` when the enclosure straddles a rounding boundary.
Agreement agreement(const PrintedNumber& printed, const Ball& value);

}  // namespace plumbline
