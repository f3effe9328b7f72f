/// Writes the results as junit.xml for continuous integration.
#pragma once

#include <string>

#include "verify/report/results.hpp"

namespace plumbline {

/// Returns one test suite for each case file, and one test case for each case. Wrong values and regressions are
/// failures; bad input and results with too few digits are errors.
std::string junit_xml(const RunResults& results);

}  // namespace plumbline
