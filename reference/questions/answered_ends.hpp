/// Formats the lower and the upper bound of an answer as decimals.
#pragma once

#include <string>
#include <utility>

#include "reference/questions/question.hpp"

namespace plumbline {

struct Answer;

/// Returns true if the answer is an integer number of runs that is known exactly. Such a number may have more digits
/// than were requested.
bool is_whole_number(const Query& query, const Answer& answer);

/// Returns the lower and upper bound, rounded outward to some digits more than the query requests, so that printing
/// loses no accuracy. Throws Contradiction if the value lies outside the range of its quantity.
std::pair<std::string, std::string> answered_ends(const Query& query, const Answer& answer);

/// Returns the probability at which the value is attained (a prior or a level) as one number: the midpoint of its
/// enclosure with `digits` digits; 1/2 if nothing is known. Requires answer.place.
std::string place_text(const Answer& answer, int digits);

}  // namespace plumbline
