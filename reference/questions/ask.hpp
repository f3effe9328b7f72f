/// Functions that answer a question (query).
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/arithmetic/running/so_far.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/questions/canonical.hpp"
#include "reference/questions/kept_profiles.hpp"

namespace plumbline {

struct Answer;
class Certified;
class Extended;

/// Answers the question without data of earlier questions, so that equal questions have equal answers. Throws
/// std::invalid_argument if the question is invalid or its answer is not a number.
Answer answer(const Query& question, const Effort& effort);
/// Answers the question by an alternative method if `path.wanted` is true and such a method exists.
Answer answer(const Query& question, const Effort& effort, OtherPath& path);

/// Answers the question. An infinite value is an infinite_answer(), which states the reason.
Answer extended_answer(const Query& question, const Effort& effort, OtherPath& path);

/// Returns the answer with the one number that a case file judges, with as many digits as `effort` requests.
Answer number_asked(Query question, const Effort& effort);

/// Returns the answer for a quantity that is certainly infinite.
Answer infinite_answer(const std::string& engine);
/// Returns a value, which may be infinite, as an answer.
Answer answer_of(const Extended& value, const std::string& engine);

/// Throws std::invalid_argument if numbers or options of a question are invalid for the quantity, or not in canonical
/// form.
void check_question(const Query& question);
/// A quantity may accept several alternative sets of arguments. Returns the set whose names are exactly those of
/// `given`. Throws std::invalid_argument if there is none.
std::vector<std::string> chosen_arguments(const Quantity& entry,
                                          const std::vector<std::string>& given);

/// Return the privacy profile of the question's first (second) mechanism.
PrivacyProfile first_profile(const Query& question, OtherPath& path);
PrivacyProfile second_profile(const Query& question, OtherPath& path);

/// Returns bounds that hold for every mechanism, without computation: [0, 1] for a probability, otherwise the whole
/// real line.
Certified certain_before(const Quantity& quantity, const std::string& engine);
/// Computes a quantity of one mechanism at an argument with increasing precision. Throws the exceptions of its
/// `compute`.
Extended refined(const Quantity& quantity, PrivacyProfile& profile, const Real& at,
                 const Effort& effort, SoFar<Extended> so_far = {});

}  // namespace plumbline
