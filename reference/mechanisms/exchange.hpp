/// Pairs whose two directions have the same profile.
#pragma once

#include "reference/mechanisms/registry.hpp"

namespace plumbline {

/// Returns true if a known permutation of the outputs exchanges P and Q, as the entry of the pair states
/// (MechanismEntry::symmetric). Then both directions of the pair, and of compositions of such pairs, have the same
/// profile.
bool exchanges_outputs(const Mechanism& pair);

}  // namespace plumbline
