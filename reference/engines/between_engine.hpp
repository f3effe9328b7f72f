/// Answers for compositions with pairs that are only known to lie between two other pairs.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The composition with each enclosed pair replaced by its less losing end, and by its more losing end.
struct CompositionEnds {
  Composition less, more;
};

/// Returns both ends; nothing if no factor is such a pair.
std::optional<CompositionEnds> composition_ends(const Composition& composition);

/// Returns the composition that engines of the registry receive for a composition of finite losses: the more losing
/// end, near 0.
Composition seen_by_engines(const Composition& finite);

/// Combines two engines, one for each end: every enclosure contains both answers and all between them.
std::unique_ptr<Engine> between_engines(std::unique_ptr<Engine> less, std::unique_ptr<Engine> more);

}  // namespace plumbline
