/// Intersects several enclosures of one answer: each is correct, so that they have a common point.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Stores the intersection in *best, with the budget of the tighter enclosure, and returns true if that is `found`. An
/// unbounded enclosure states nothing. Throws Contradiction if the two do not meet.
bool sharpen(Enclosure* best, const Enclosure& found, Question question, const std::string& by);

/// "delta", "P(S > t)", ...: for messages.
std::string name_of(Question question);

}  // namespace plumbline
