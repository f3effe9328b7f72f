/// Engine "direct": two or three steps by rigorous integration over the noise of one or two of
/// them, the last in closed form; all Gaussian steps count as one. A witness for the engines that
/// serve any number of steps; for two steps the first choice.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry direct_entry();

}  // namespace plumbline
