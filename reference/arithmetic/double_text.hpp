/// Doubles as text and back, with a decimal point whatever the locale of the process is. Nothing else in the
/// sources calls printf, strtod and their kin (tests/structure/locale_test.cpp).
#pragma once

#include <string>

namespace plumbline {

/// Returns the double nearest to the number that begins the text: what strtod returns in the C locale.
/// \param rest  receives the place behind that number; 0 where none begins the text.
double parse_double(const std::string& text, size_t* rest = nullptr);

/// Returns a finite x with so many digits behind the point: printf's %.*e, %.*f.
std::string scientific_text(double x, int after);
std::string fixed_text(double x, int after);
/// Returns x with at most so many significant digits: printf's %.*g.
std::string significant_text(double x, int digits);
/// Returns a finite x exactly, as a C hexadecimal float: printf's %a.
std::string hex_text(double x);

}  // namespace plumbline
