/// Engine "direct": computes the answer for two or three steps by rigorous integration over the noise of all steps but
/// the last. The answer for the last step alone has a closed form. All Gaussian steps count as one. For two steps this
/// engine is the first choice; for three steps it serves to check the other engines.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry direct_entry();

}  // namespace plumbline
