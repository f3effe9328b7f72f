/// Answers for compositions with pairs that are only known to lie between two other pairs.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Some pairs are known only to lie between two other pairs, which are called their ends. In `less`, each of these
/// pairs is replaced by the end with less privacy loss; in `more`, by the end with more privacy loss.
struct CompositionEnds {
  Composition less, more;
};

/// Returns both compositions; nothing if no factor is such a pair.
std::optional<CompositionEnds> composition_ends(const Composition& composition);

/// Returns the composition that the registry's engines receive for a composition of finite losses: pairs between two
/// ends are replaced by the end with more privacy loss, and losses far from 0 are omitted (near_losses()).
Composition seen_by_engines(const Composition& finite);

/// Combines the engines for both compositions of CompositionEnds: every enclosure contains both answers and all
/// numbers between them.
std::unique_ptr<Engine> between_engines(std::unique_ptr<Engine> less, std::unique_ptr<Engine> more);

}  // namespace plumbline
