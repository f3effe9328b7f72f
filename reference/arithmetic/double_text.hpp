/// Conversion between doubles and text, with a decimal point in every locale. No other source calls printf, strtod and
/// similar functions (tests/structure/locale_test.cpp).
#pragma once

#include <string>

namespace plumbline {

/// Returns the double nearest to the number at the beginning of the text, as strtod does in the C locale.
/// \param rest  receives the position after that number; 0 if the text does not begin with a number.
double parse_double(const std::string& text, size_t* rest = nullptr);

/// Returns a finite x with so many digits after the point: printf's %.*e, %.*f.
std::string scientific_text(double x, int after);
std::string fixed_text(double x, int after);
/// Returns x with at most so many significant digits: printf's %.*g.
std::string significant_text(double x, int digits);
/// Returns a finite x exactly, as a C hexadecimal float: printf's %a.
std::string hex_text(double x);

}  // namespace plumbline
