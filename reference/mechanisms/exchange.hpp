/// Pairs whose two directions are one.
#pragma once

#include "reference/mechanisms/registry.hpp"

namespace plumbline {

/// Returns true if some exchange of outputs is known that takes P to Q and Q to P: the pair states it in its entry
/// (MechanismEntry::symmetric). Both directions of it, and of compositions of such pairs, have one profile.
bool exchanges_outputs(const Mechanism& pair);

}  // namespace plumbline
