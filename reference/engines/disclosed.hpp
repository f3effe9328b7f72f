/// Engine "disclosed": computes compositions of sampled steps with so little noise that each output nearly reveals
/// whether the record was sampled. The composition in which this is revealed is less private, by at most the error
/// probabilities of a test that guesses it.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry disclosed_entry();

}  // namespace plumbline
