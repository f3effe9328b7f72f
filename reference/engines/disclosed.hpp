/// Engine "disclosed": steps of sampling with so little noise that the output nearly reveals whether
/// the record was sampled. The composition in which it is shown is less private by no more than a
/// test's errors in guessing it.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry disclosed_entry();

}  // namespace plumbline
