/// Selects the atoms from which the transform on a line is computed. All other losses are treated as mass outside the
/// atoms.
#pragma once

#include "reference/mechanisms/capabilities.hpp"

namespace plumbline::fourier {

/// Returns heavy_atoms(pair). If these are more than `most` atoms, returns only the atoms with a mass of
/// approximately 2^-depth or more under P or Q; the result is empty if these are also too many.
std::vector<LossAtom> heavy_losses(const DominatingPair& pair, double depth, size_t most);

}  // namespace plumbline::fourier
