/// Doubles next to a decimal, on a known side.
#pragma once

#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// The largest double that is not above the decimal ("-inf" and "inf" included), as far as it is finite. Throws
/// std::invalid_argument on other texts.
double double_below(const std::string& decimal);
/// The smallest double that is not below the decimal.
double double_above(const std::string& decimal);
/// Returns the double below a fraction.
double double_below(const Rational& x);
double double_above(const Rational& x);

/// A finite double as a text that reads back as that double and, as a decimal, is on a known side of it: the shortest
/// one that is not above it, or not below it.
std::string decimal_below(double x);
std::string decimal_above(double x);

}  // namespace plumbline
