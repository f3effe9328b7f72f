/// The ends of an answer as decimals.
#pragma once

#include <string>
#include <utility>

#include "reference/questions/question.hpp"

namespace plumbline {

struct Answer;

/// Returns true if the answer is an integer number of runs that is known exactly. Such a number may have more digits
/// than were requested.
bool is_whole_number(const Query& query, const Answer& answer);

/// Returns the lower and upper end, rounded outward to some digits more than the query requests, so that printing
/// loses no accuracy. Throws Contradiction if the value lies outside the range of its quantity.
std::pair<std::string, std::string> answered_ends(const Query& query, const Answer& answer);

/// Returns the place at which the value is attained, a probability, as one number: the middle of its enclosure with
/// `digits` digits; 1/2 if nothing is known. The answer must have a `place`.
std::string place_text(const Answer& answer, int digits);

}  // namespace plumbline
