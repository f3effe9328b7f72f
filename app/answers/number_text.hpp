/// Formats the numbers of answers, outward to the requested digits. All formats use these functions.
#pragma once

#include "app/answers/answer.hpp"
#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// A lower and an upper end.
using PrintedEnds = std::pair<std::string, std::string>;

PrintedEnds printed_ends(const EnclosureEnds& x);  ///< "inf" twice if it is infinite
PrintedEnds printed_ends(const BallEnds& x);
PrintedEnds printed_ends(const StretchEnds& x, std::optional<int> digits = {});

/// The ends as doubles, rounded outward once more, as texts that denote exactly these doubles: for programs that read
/// only doubles.
PrintedEnds double_ends(const PrintedEnds& ends);

/// "[a, b]", or one number if both are equal.
std::string between(const PrintedEnds& ends);

/// "15.3 digits", or "exact".
std::string sharpness_text(const EnclosedValue& value);
/// Relative digits of the printed ends: printing hides further digits. Infinite if exact.
double printed_digits(const Ball& value, int digits);
/// "0.0123 s"
std::string seconds_text(double seconds);
/// Formatted with fmt; the format has no braces: ".6g".
std::string approximate_text(double value, const std::string& format);

/// A fraction as a decimal of any length if it has one.
std::string decimal_text(const Rational& x);

}  // namespace plumbline
