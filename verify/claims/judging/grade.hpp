/// Grades the distance of a number from the true value on the wrong side: one scale for claims and for `judge`.
#pragma once

#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Grades `error`, the number minus the true value. `last_digits`: 4 units in the last place of the number. Below the
/// true value, half of it is gross; above it, twice.
ViolationGrade grade_of_error(const Ball& error, const Ball& truth, const Rational& last_digits);

/// 4 units in the last place of a double, and the grade with this limit.
ViolationGrade grade_of_double(double said, const Ball& error, const Ball& truth);

}  // namespace plumbline
