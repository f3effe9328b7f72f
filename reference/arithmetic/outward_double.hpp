/// Doubles next to a decimal, on a known side.
#pragma once

#include <string>

namespace plumbline {

/// The largest double that is not above the decimal ("-inf" and "inf" too), as far as it is finite.
/// Throws std::invalid_argument on what is no decimal.
double double_below(const std::string& decimal);
/// The smallest that is not below it.
double double_above(const std::string& decimal);

}  // namespace plumbline
