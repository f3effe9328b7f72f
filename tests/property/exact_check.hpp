/// Compares the printed text of an enclosure with a number known exactly, for sweeps.
#pragma once

#include <string>
#include <utility>

#include "reference/engines/engine.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "tests/property/exact_samples.hpp"

namespace plumbline::testing {

using Bounds = std::pair<std::string, std::string>;

/// lower <= number <= upper; "-inf" and "inf" exclude nothing.
bool encloses(const Bounds& bounds, const fractions::Range& number);
/// e^(n lower) <= number <= e^(n upper): for n times a logarithm.
bool encloses_log(const Bounds& bounds, const fractions::Range& number, long n = 1);

/// A number to 120 digits, for messages.
std::string shown(const fractions::Range& number);
std::string shown(const Bounds& bounds);

/// A failure of the test, and the command that shows it on one line of standard error.
void miss(const std::string& command, const std::string& what);

/// A question may take as long as ten seconds of processor time, in the suite two; what is found by then is an
/// enclosure as well.
Effort patient(int digits);

/// 2 to 200, mostly below 60.
int choose_digits(Random& random);
/// auto, or an engine that covers the composition and reaches such digits.
std::string choose_engine(Random& random, const Composition& composition, int digits);
Direction choose_direction(Random& random);

}  // namespace plumbline::testing
