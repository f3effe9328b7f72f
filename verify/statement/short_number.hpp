/// Short decimals instead of long exact numbers, rounded to the side on which a sentence remains true.
#pragma once

#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

enum class Rounding { up, down, exact };

/// Returns the opposite side; `exact` is unchanged.
Rounding opposite(Rounding rounding);

/// Returns x itself if its text is short. Otherwise rounds x to the nearest decimal of 15 digits and drops trailing
/// zeros. Returns this decimal if at most six digits remain and it lies on the side `to` of x. If not, returns the next
/// decimal of six digits on that side. For example, the double closest to 0.000001, which is slightly smaller, is
/// rounded up to 0.000001, and the double closest to 0.00001, which is slightly larger, is rounded up to 0.0000100001.
Rational short_number(const Rational& x, Rounding to);

/// Returns a number in [0, 1] as a proportion: "22.4 %", "6.18 in 1,000", "1 in 100,000".
std::string share_text(const Rational& share);
/// Returns a proportion of the `people`: "22.4 % of the members", "6.18 in 1,000 members".
std::string share_of(const Rational& share, const std::string& people);

/// Rounds a probability up: to three digits if it is at most 0.9, and otherwise so that its distance from 1 has two
/// digits. A number of 1 or more is unchanged.
Rational probability_above(const Rational& x);

/// Returns "95 %" for 0.95.
std::string confidence_text(const Rational& confidence);

}  // namespace plumbline
