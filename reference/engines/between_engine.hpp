/// Compositions with pairs that are known to lie between two others.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The composition with the less and with the more losing pair instead of each enclosed pair.
struct CompositionEnds {
  Composition less, more;
};

/// Returns nothing if no factor is such a pair.
std::optional<CompositionEnds> composition_ends(const Composition& composition);

/// A composition of finite losses in the form that engines of the registry receive: that with the more losing pairs,
/// near 0.
Composition seen_by_engines(const Composition& finite);

/// Answers between those of two engines, one for each end.
std::unique_ptr<Engine> between_engines(std::unique_ptr<Engine> less, std::unique_ptr<Engine> more);

}  // namespace plumbline
