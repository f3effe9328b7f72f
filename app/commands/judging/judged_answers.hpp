/// The lines of `judge`: the value of a method or of the user, next to the certified value.
#pragma once

#include <string>

#include "app/running/value_answer.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// Returns a line of the kind `kind`. It contains the question `asked`, and the source of the answer (`method`).
AnswerBuilder headed(const std::string& kind, const std::string& method, const ValueRequest& asked);

/// Returns the line of a method's answer.
AnswerRecord judged_answer(const ApproximationEntry& method, const ValueRequest& asked,
                           const ApproximationResult& result, const Certified& truth);

/// Returns the line of a number from the user. The answer is `wrong` if the number certainly claims too much privacy.
AnswerRecord judged_number(const Rational& said, const ValueRequest& asked, const Certified& truth);

}  // namespace plumbline
