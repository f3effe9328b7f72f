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
/// A number means exactly what is written: 0.1 is 1/10, 1/3 a third, 2^-40 a power of two, a hex
/// float the double it is. What stands in the parentheses is rational, but that a root may be one of a
/// rational times log or exp: sqrt(2*log(125000)). Of what is irrational there is one factor at most; it
/// stays what it is, log(3) of any precision. Blanks stand around a number and inside parentheses. This file has the one reader; all others go through it.
#pragma once

#include <string_view>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// The number that a text says. Throws std::invalid_argument, naming the text, on anything else
/// (nan and inf included), on exponents beyond 100000 and on numbers of more than 2^21 bits.
/// Rational::parse reads the same texts, and refuses the irrational ones.
Real read_number(std::string_view text);

}  // namespace plumbline
