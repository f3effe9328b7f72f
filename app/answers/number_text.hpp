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

/// Rounds the ends outward to doubles, and returns texts that denote exactly these doubles. Programs that read only
/// doubles use these ends.
PrintedEnds double_ends(const PrintedEnds& ends);

/// Returns "[a, b]", or one number if both ends are equal.
std::string between(const PrintedEnds& ends);

/// Returns the relative precision of the printed ends as a text: "15.3 digits", or "exact".
std::string sharpness_text(const EnclosedValue& value);
/// Returns the number of relative digits of the printed ends. Rounding may make it smaller than the number for `value`
/// itself. The result is infinite if the value is exact.
double printed_digits(const Ball& value, int digits);
/// Returns a text such as "0.0123 s".
std::string seconds_text(double seconds);
/// Formats a double with fmt. The format has no braces, for example ".6g".
std::string approximate_text(double value, const std::string& format);

/// Returns a fraction as a decimal if its decimal expansion is finite (up to 20000 places); otherwise as a fraction.
std::string decimal_text(const Rational& x);

}  // namespace plumbline
