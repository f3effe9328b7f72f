/// Partitions that test draws at the resolution of doubles. Some cells have a small probability if a draw is a real
/// number that is rounded once, and a larger one for naive samplers.
#pragma once

#include "reference/statistics/samplers/real_line.hpp"

namespace plumbline {

/// Returns the last four significant bits of a draw, as 16 cells.
CellPartition low_bits(int bits);

/// Returns three cells: draws that are not near zero; draws near zero at which the distribution function is a
/// multiple of 2^-(bits+1), up to the rounding of the draw; all other draws near zero. A sampler that inverts the
/// distribution function at uniform doubles has no draws in the third cell.
CellPartition uniform_lattice(const RealNoise& noise, int bits);

}  // namespace plumbline
