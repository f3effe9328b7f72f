/// The grammar of numbers in options, case files, claims, channels and mechanisms.
///
///     number   = factor { ("*" | "/") factor }
///     factor   = [ "+" | "-" ] power
///     power    = plain [ "^" [ "+" | "-" ] digits ]
///     plain    = decimal | hex float | name "(" number ")"
///     decimal  = digits [ "." digits ] [ "e" [ "+" | "-" ] digits ]         0.1  .5  1e-5
///     hex float = "0x" digits [ "." digits ] [ "p" [ "+" | "-" ] digits ]   0x1.8p-3
///     name     = "log" | "exp" | "sqrt"                                     log(3)  exp(1/2)
///
/// A number has exactly its written value: 0.1 is 1/10, 1/3 a third, 2^-40 a power of two, a hex float the double it
/// denotes. The argument in parentheses is rational; only the argument of a root may be a rational times log or exp:
/// sqrt(2*log(125000)). There is at most one irrational factor, which is represented exactly: log(3) to any precision.
/// Blanks are permitted around a number and inside parentheses. This file has the only parser of numbers; all other
/// code calls it.
#pragma once

#include <string_view>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// Returns the number that a text denotes. Throws std::invalid_argument, naming the text, if it is not a number (nan
/// and inf are not numbers), if an exponent is beyond 100000, and if the number has more than 2^21 bits.
/// Rational::parse reads the same texts and rejects irrational numbers.
Real read_number(std::string_view text);

}  // namespace plumbline
