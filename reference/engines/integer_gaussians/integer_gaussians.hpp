/// Engine "integer_gaussians": products of discrete Gaussians whose losses have no common lattice, or
/// one that is too fine. The law of each lattice is tabulated, and the last of them is summed over
/// beforehand: what is left is one short sum.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry integer_gaussians_entry();

}  // namespace plumbline
