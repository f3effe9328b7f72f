/// The lines of `judge`: what a method or the user says, beside the truth.
#pragma once

#include <string>

#include "app/running/value_answer.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// Returns a line of that kind with the question, and who answers it.
AnswerBuilder headed(const std::string& kind, const std::string& method, const ValueRequest& asked);

/// Returns the line of a method's answer.
AnswerRecord judged_answer(const ApproximationEntry& method, const ValueRequest& asked,
                           const ApproximationResult& result, const Certified& truth);

/// Returns the line of a number that the user has from elsewhere. On the dangerous side it is wrong.
AnswerRecord judged_number(const Rational& said, const ValueRequest& asked, const Certified& truth);

}  // namespace plumbline
