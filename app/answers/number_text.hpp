/// The one place where the numbers of answers become text, outward to the requested digits.
#pragma once

#include "app/answers/answer.hpp"
#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// A lower and an upper end.
using PrintedEnds = std::pair<std::string, std::string>;

PrintedEnds printed_ends(const EnclosureEnds& x);  ///< "inf" twice where it is infinite
PrintedEnds printed_ends(const BallEnds& x);
PrintedEnds printed_ends(const StretchEnds& x, std::optional<int> digits = {});

/// The ends as doubles, rounded outward once more, in words that say each of them and no other: what
/// a program reads that has nothing better.
PrintedEnds double_ends(const PrintedEnds& ends);

/// "[a, b]", or one number where both are the same.
std::string between(const PrintedEnds& ends);

/// "15.3 digits", or "exact".
std::string sharpness_text(const EnclosedValue& value);
/// Relative digits of the ends as they are printed: of what is tighter no more is seen. Infinite where exact.
double printed_digits(const Ball& value, int digits);
/// "0.0123 s"
std::string seconds_text(double seconds);
/// In a format of fmt, without its braces: ".6g".
std::string approximate_text(double value, const std::string& format);

/// A fraction as a decimal of any length where it is one.
std::string decimal_text(const Rational& x);

}  // namespace plumbline
