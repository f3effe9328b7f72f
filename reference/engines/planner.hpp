/// Chooses the engine that answers: sorts the engines that cover a composition by their estimated cost.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/registry.hpp"

namespace plumbline {

/// An engine that covers the composition and is worthwhile, with its estimate.
struct Planned {
  const EngineEntry* entry;
  Estimate estimate;
};

/// Sorts the engines by the cost of an answer in `digits` digits, the cheapest first; engines of equal cost are in the
/// order of the registry. Requires finite losses.
std::vector<Planned> cheapest_first(const Composition& composition, int digits);

/// Returns the engine to use. The engine `auto` tries the engines that cover the composition, the cheapest first,
/// until one reaches the digits. Any other name is that of the engine to use. Throws std::invalid_argument if the
/// name is unknown or that engine does not cover the composition.
std::unique_ptr<Engine> plan(const Composition& composition, const std::string& engine);

/// Returns the plan for `--explain`: the order in which `auto` would query engines for `digits` digits, the estimate
/// of each, and for other engines that cover the composition the reason why they are not queried.
std::string plan_text(const Composition& composition, int digits);

}  // namespace plumbline
