/// junit.xml: what continuous integration shows.
#pragma once

#include <string>

#include "verify/report/results.hpp"

namespace plumbline {

/// One test suite for each case file, one test case for each case. Wrong values and regressions are
/// failures; bad input and what was not reached are errors.
std::string junit_xml(const RunResults& results);

}  // namespace plumbline
