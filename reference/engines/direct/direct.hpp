/// Engine "direct": two or three steps by rigorous integration over the noise of all but the last, which has a closed
/// form. All Gaussian steps count as one. It checks the engines for any number of steps; for two steps it is the
/// first choice.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry direct_entry();

}  // namespace plumbline
