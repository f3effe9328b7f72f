/// Grades how far a number is on the wrong side of the true value. Claims and `judge` use the same scale.
#pragma once

#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Grades `error`, the number minus the true value. `last_digits` is 4 units in the last place of the number. An
/// error is gross if the number is at most half or at least twice the true value.
ViolationGrade grade_of_error(const Ball& error, const Ball& truth, const Rational& last_digits);

/// Grades a double with 4 units in its last place as `last_digits`.
ViolationGrade grade_of_double(double said, const Ball& error, const Ball& truth);

}  // namespace plumbline
