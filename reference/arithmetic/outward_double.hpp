/// Doubles next to a number, rounded down or up.
#pragma once

#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// Returns the largest finite double that is not above the decimal ("-inf" and "inf" are permitted); -inf if there is
/// none. Throws std::invalid_argument on other texts.
double double_below(const std::string& decimal);
/// Returns the smallest finite double that is not below the decimal; inf if there is none.
double double_above(const std::string& decimal);
/// Return the largest finite double that is not above x (-inf if there is none), and the smallest that is not below x
/// (inf if there is none).
double double_below(const Rational& x);
double double_above(const Rational& x);

/// Return the shortest decimal that is parsed as the finite double x and is not above x, or not below x.
std::string decimal_below(double x);
std::string decimal_above(double x);

}  // namespace plumbline
