/// Intersects several enclosures of one answer. Each of them is correct, so they have a common point.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Intersects *best with `found` and stores the result in *best, with the budget of the tighter enclosure. Returns
/// true if `found` is tighter. If `found` is unbounded, *best does not change. Throws Contradiction, which names
/// `by`, if the two enclosures are disjoint.
bool sharpen(Enclosure* best, const Enclosure& found, Question question, const std::string& by);

/// Returns the name of a question for messages: "delta", "P(S > t)", ...
std::string name_of(Question question);

}  // namespace plumbline
