/// Numbers that are derived again as a whole: everything but calibrations.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// What is stated, with what was found about it; the enclosure of the first number.
void check_values(const CheckTask& task, CheckResult* out);

}  // namespace plumbline
