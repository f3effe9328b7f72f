/// Engine "integer_gaussians": products of discrete Gaussians whose losses have no common lattice, or a lattice that
/// is too fine. The distribution on each lattice is tabulated, and the partial sums of the last table are computed in
/// advance, so that a short sum over the other tables remains.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry integer_gaussians_entry();

}  // namespace plumbline
