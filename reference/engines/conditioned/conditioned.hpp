/// Engine "conditioned": a composition of which some steps have countably many losses, given these.
/// What is left has a short line, an integral or a closed form of its own, or nothing is left.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

std::string conditioned_refusal(const Composition& composition);
/// Whether nothing shorter is known for all of the steps.
bool conditioned_preferred(const Composition& composition);
/// Whether one line for all of the steps is worth a try before.
bool conditioned_late(const Composition& composition);
std::unique_ptr<Engine> make_conditioned(const Composition& composition);

}  // namespace plumbline
