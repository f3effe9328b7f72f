/// By how much a number is on the wrong side of the truth: one scale for claims and for `judge`.
#pragma once

#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Grades `error`, the number less the truth. `last_digits`: 4 units in the last place of the number. Below
/// the truth a half of it is gross, above it twice.
ViolationGrade grade_of_error(const Ball& error, const Ball& truth, const Rational& last_digits);

/// 4 units in the last place of a double, and that grade.
ViolationGrade grade_of_double(double said, const Ball& error, const Ball& truth);

}  // namespace plumbline
