/// Along which parameters the mechanisms are ordered in the sense of Blackwell: what calibration
/// needs to draw a conclusion about all values of a parameter from two of them.
#pragma once

#include <optional>
#include <string>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// A parameter whose increase makes the mechanism more private throughout (f does not decrease), or
/// less private throughout, on a range. A limit that there is none of is infinite.
struct ParameterOrder {
  bool larger_is_more_private = true;
  std::optional<Rational> least, most;
  bool least_belongs = false, most_belongs = false;  ///< the limit itself is a value
  bool integer = false;
  /// The limits are the range's own. Otherwise one is irrational and what is here is a double
  /// within the range, good for a search but not for a statement.
  bool exact_limits = true;
};

/// Throws std::invalid_argument where no order is proven, saying so.
ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter);

}  // namespace plumbline
