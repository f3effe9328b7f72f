/// Chooses the engine that answers: sorts the engines that cover a composition by their estimated cost.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/registry.hpp"

namespace plumbline {

/// An engine that covers the composition and is worth asking, and its estimate.
struct Planned {
  const EngineEntry* entry;
  Estimate estimate;
};

/// Sorts the engines by the cost of an answer in `digits` digits, the cheapest first; engines of equal
/// cost are in the order of the registry. The composition has finite losses.
std::vector<Planned> cheapest_first(const Composition& composition, int digits);

/// `auto`: the engines that cover the composition, the cheapest first, each asked where those before
/// did not reach the digits; or the one named. Throws std::invalid_argument when the name is unknown
/// or that engine does not cover the composition.
std::unique_ptr<Engine> plan(const Composition& composition, const std::string& engine);

/// For `--explain`: in which order `auto` would ask in so many digits, what each expects, and why those
/// that also cover the composition are not asked.
std::string plan_text(const Composition& composition, int digits);

}  // namespace plumbline
