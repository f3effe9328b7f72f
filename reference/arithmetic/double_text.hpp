/// Conversion between doubles and text, with a decimal point in every locale. No other source calls printf, strtod and
/// similar functions (tests/structure/locale_test.cpp).
#pragma once

#include <string>

namespace plumbline {

/// Returns the double nearest to the number at the beginning of the text, as strtod does in the C locale.
/// \param rest  receives the position after that number; 0 if the text does not begin with a number.
double parse_double(const std::string& text, size_t* rest = nullptr);

/// Return a finite x with `after` digits after the point, as printf with %.*e and %.*f.
std::string scientific_text(double x, int after);
std::string fixed_text(double x, int after);
/// Returns x with at most `digits` significant digits, as printf with %.*g.
std::string significant_text(double x, int digits);
/// Returns a finite x exactly, as a C hexadecimal float, as printf with %a.
std::string hex_text(double x);

}  // namespace plumbline
