#include "verify/claims/judging/grade.hpp"

#include "verify/claims/numbers.hpp"

namespace plumbline {

ViolationGrade grade_of_error(const Ball& error, const Ball& truth, const Rational& last_digits) {
  const Bits p = error.precision();
  const Ball size = abs(error), whole = abs(truth);
  if (certainly_at_most(size, Ball(last_digits, p))) return ViolationGrade::last_digits;
  // The comparisons below also work if no digit of the true value is known, provided that the true value is certainly
  // far below the claimed number.
  if (certainly_less(size, whole * Ball(Rational(1, 1000000), p))) return ViolationGrade::numerical;
  const Rational factor = certainly_negative(error) ? Rational(1, 2) : Rational(1);
  const bool gross = certainly_at_most(whole * Ball(factor, p), size);
  return gross ? ViolationGrade::gross : ViolationGrade::material;
}

ViolationGrade grade_of_double(double said, const Ball& error, const Ball& truth) {
  ClaimedValue value;
  value.form = ClaimedValue::Form::number;
  value.number = Rational::from_binary64(said);
  return grade_of_error(error, truth, ulps_of(value, 4));
}

}  // namespace plumbline
