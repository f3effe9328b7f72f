/// Engine "disclosed": computes compositions of sampled steps with so little noise that each output nearly reveals
/// whether the record was sampled. If the output also contained this fact, the composition would be less private, by
/// at most the error probabilities of a test that guesses the fact from the output.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry disclosed_entry();

}  // namespace plumbline
