/// Along which of its parameters a mechanism becomes more private or less.
#pragma once

#include <optional>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A parameter whose increase makes the mechanism more private throughout (f does not decrease), or
/// less private throughout, on a range. A missing limit means infinity.
struct ParameterOrder {
  bool larger_is_more_private = true;
  std::optional<Rational> least, most;
  bool least_belongs = false, most_belongs = false;  ///< the limit itself is a value
  bool integer = false;
  /// The limits are the range's own. Otherwise one is irrational and what is here is a double
  /// within the range, good for a search but not for a statement.
  bool exact_limits = true;

  /// Returns the order of a noise scale, sigma or b: all positive numbers, more is more private.
  static ParameterOrder scale() { return {true, Rational(0), std::nullopt}; }
  /// Returns the order of a sensitivity or an epsilon: all positive numbers, more is less private.
  static ParameterOrder size() { return {false, Rational(0), std::nullopt}; }
  /// Returns the order of a sampling rate: (0, 1], more is less private.
  static ParameterOrder share() { return {false, Rational(0), Rational(1), false, true}; }
};

}  // namespace plumbline
