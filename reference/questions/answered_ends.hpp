/// The ends of an answer as decimals.
#pragma once

#include <string>
#include <utility>

#include "reference/questions/question.hpp"

namespace plumbline {

struct Answer;

/// Returns whether the answer is a whole number of runs that is known exactly, which may have more digits than were
/// requested.
bool is_whole_number(const Query& query, const Answer& answer);

/// Returns lower and upper, rounded outward to some digits more than the query asks for, so that printing costs no
/// accuracy. Throws Contradiction where the value lies beyond what its quantity can be.
std::pair<std::string, std::string> answered_ends(const Query& query, const Answer& answer);

/// Returns one number to name for where the value is attained, a probability: the middle of its enclosure, to so many
/// digits; 1/2 where nothing is known of it. The answer has a `place`.
std::string place_text(const Answer& answer, int digits);

}  // namespace plumbline
