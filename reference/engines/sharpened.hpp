/// Several enclosures of one answer: each is correct, so they have a point in common.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Puts what both contain into *best, with the budget of the tighter one, and says whether that is
/// `found`. An unbounded enclosure says nothing. Throws Contradiction when the two do not meet.
bool sharpen(Enclosure* best, const Enclosure& found, Question question, const std::string& by);

/// "delta", "P(S > t)", ...: for messages.
std::string name_of(Question question);

}  // namespace plumbline
