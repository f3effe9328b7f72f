/// Selects the atoms that matter on a line: all others count as outside.
#pragma once

#include "reference/mechanisms/capabilities.hpp"

namespace plumbline::fourier {

/// heavy_atoms(), or where a pair has more than `most` of them those that carry about 2^-depth under P or Q; empty
/// where these are too many as well.
std::vector<LossAtom> heavy_losses(const DominatingPair& pair, double depth, size_t most);

}  // namespace plumbline::fourier
