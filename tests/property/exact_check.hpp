/// Comparisons of the printed text of an enclosure with an exactly known number, for sweeps.
#pragma once

#include <string>
#include <utility>

#include "reference/engines/engine.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "tests/property/exact_samples.hpp"

namespace plumbline::testing {

using Bounds = std::pair<std::string, std::string>;

/// Returns true if lower <= number <= upper; "-inf" and "inf" exclude nothing.
bool encloses(const Bounds& bounds, const fractions::Range& number);
/// Returns true if e^(n lower) <= number <= e^(n upper), for n times a logarithm.
bool encloses_log(const Bounds& bounds, const fractions::Range& number, long n = 1);

/// Formats a number to 120 digits, for messages.
std::string shown(const fractions::Range& number);
std::string shown(const Bounds& bounds);

/// Reports a failure of the test, and prints the command that reproduces it on one line of standard error.
void miss(const std::string& command, const std::string& what);

/// Returns an effort of at most ten seconds of processor time, or two in the suite; the answer at that time is an
/// enclosure too.
Effort patient(int digits);

/// Returns 2 to 200 digits, mostly below 60.
int choose_digits(Random& random);
/// Returns auto, or an engine that supports the composition and reaches the digits.
std::string choose_engine(Random& random, const Composition& composition, int digits);
Direction choose_direction(Random& random);

}  // namespace plumbline::testing
