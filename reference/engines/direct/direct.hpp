/// Engine "direct": computes two or three steps by rigorous integration over the noise of all steps but the last. The
/// answer of the last step has a closed form. All Gaussian steps count as one. The engine is a check of the engines for
/// any number of steps, and for two steps it is the first choice.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry direct_entry();

}  // namespace plumbline
