/// The order of a mechanism along a parameter: more private or less private as it increases.
#pragma once

#include <optional>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A parameter along which the mechanism becomes more private (f does not decrease) on the whole range, or less
/// private on the whole range. A missing limit means infinity.
struct ParameterOrder {
  bool larger_is_more_private = true;
  std::optional<Rational> least, most;
  bool least_belongs = false, most_belongs = false;  ///< true if the limit itself is permitted
  bool integer = false;
  /// True if the limits are exact. Otherwise a limit is irrational, and the stored limit is a double within the
  /// range. It is valid for a search but not for a statement.
  bool exact_limits = true;

  /// Returns the order of a noise scale, sigma or b: all positive numbers, larger is more private.
  static ParameterOrder scale() { return {true, Rational(0), std::nullopt}; }
  /// Returns the order of a sensitivity or an epsilon: all positive numbers, larger is less private.
  static ParameterOrder size() { return {false, Rational(0), std::nullopt}; }
  /// Returns the order of a sampling rate: (0, 1], larger is less private.
  static ParameterOrder share() { return {false, Rational(0), Rational(1), false, true}; }
};

}  // namespace plumbline
