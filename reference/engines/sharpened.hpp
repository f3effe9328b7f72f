/// Intersects several enclosures of one answer. Each of them is correct, so they have a common point.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Stores the intersection in *best, with the budget of the tighter enclosure. Returns true if `found` is the tighter
/// one. An unbounded enclosure has no effect. Throws Contradiction, which names `by`, if the two do not meet.
bool sharpen(Enclosure* best, const Enclosure& found, Question question, const std::string& by);

/// Returns the name of a question for messages: "delta", "P(S > t)", ...
std::string name_of(Question question);

}  // namespace plumbline
