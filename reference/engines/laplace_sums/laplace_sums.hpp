/// Engine "laplace_sums": steps of atoms and of stretches on which e^{L/2} dP is uniform, all on one
/// lattice, as an exact finite sum: laplace alone, or several whose ratios are commensurable. It is
/// where the line integral fails: the atoms of few Laplace steps never decay.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

std::string laplace_sums_refusal(const Composition& composition);
/// Whether the sum is the better choice over the line integral.
bool laplace_sums_preferred(const Composition& composition);
std::unique_ptr<Engine> make_laplace_sums(const Composition& composition);

}  // namespace plumbline
