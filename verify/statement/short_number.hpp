/// Short decimals instead of long exact numbers, rounded to the side on which a sentence remains true.
#pragma once

#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

enum class Rounding { up, down, exact };

/// The opposite side; exact remains exact.
Rounding opposite(Rounding rounding);

/// Returns x itself if its text is short; otherwise the nearest decimal of 15 digits if that has few digits and lies on
/// the side of `to`; otherwise the next decimal of six digits on that side. So the double closest to 0.000001, which is
/// slightly smaller, is rounded up to 0.000001, and the one closest to 0.00001, which is slightly larger, to
/// 0.0000100001.
Rational short_number(const Rational& x, Rounding to);

/// A number in [0, 1] as a proportion: "22.4 %", "6.18 in 1,000", "1 in 100,000".
std::string share_text(const Rational& share);
/// A proportion of some people: "22.4 % of the members", "6.18 in 1,000 members".
std::string share_of(const Rational& share, const std::string& people);

/// The smallest decimal at or above a probability that shows its distance from 1: three digits up to 0.9, above it two
/// digits of the distance from 1.
Rational probability_above(const Rational& x);

/// "95 %", from "0.95".
std::string confidence_text(const Rational& confidence);

}  // namespace plumbline
