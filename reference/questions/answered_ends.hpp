/// The ends of an answer as decimals.
#pragma once

#include <string>
#include <utility>

#include "reference/questions/question.hpp"

namespace plumbline {

struct Answer;

/// Returns true if the answer is an integer number of runs that is known exactly, which may have more digits than were
/// requested.
bool is_whole_number(const Query& query, const Answer& answer);

/// Returns lower and upper, rounded outward to some digits more than the query requests, so that printing loses no
/// accuracy. Throws Contradiction if the value lies outside the range of its quantity.
std::pair<std::string, std::string> answered_ends(const Query& query, const Answer& answer);

/// Returns one number for the place at which the value is attained, a probability: the middle of its enclosure, to so
/// many digits; 1/2 if nothing is known about it. The answer must have a `place`.
std::string place_text(const Answer& answer, int digits);

}  // namespace plumbline
