/// Formats the numbers of answers, rounded outward to the requested digits. All formats use these functions.
#pragma once

#include "app/answers/answer.hpp"
#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// A lower and an upper end.
using PrintedEnds = std::pair<std::string, std::string>;

PrintedEnds printed_ends(const EnclosureEnds& x);  ///< both "inf" if the value is infinite
PrintedEnds printed_ends(const BallEnds& x);
PrintedEnds printed_ends(const StretchEnds& x, std::optional<int> digits = {});

/// Rounds the ends outward to doubles, and returns texts that denote exactly these doubles: for programs that read
/// only doubles.
PrintedEnds double_ends(const PrintedEnds& ends);

/// Returns "[a, b]", or one number if both ends are equal.
std::string between(const PrintedEnds& ends);

/// Returns "15.3 digits", or "exact".
std::string sharpness_text(const EnclosedValue& value);
/// Returns the relative digits of the printed ends, which may be fewer than those of the value. Infinite if exact.
double printed_digits(const Ball& value, int digits);
/// Returns a text such as "0.0123 s".
std::string seconds_text(double seconds);
/// Formats a double with fmt; the format has no braces: ".6g".
std::string approximate_text(double value, const std::string& format);

/// Returns a fraction as a decimal of any length if it has a finite one.
std::string decimal_text(const Rational& x);

}  // namespace plumbline
