/// Tests at the resolution of rounding: patterns that real draws, rounded once, almost never show.
#pragma once

#include "reference/statistics/samplers/real_line.hpp"

namespace plumbline {

/// The last four significant bits of a draw, as 16 cells.
CellPartition low_bits(int bits);

/// Draws near zero at which the distribution function is a multiple of 2^-(bits+1), up to the rounding of the draw. A
/// sampler that inverts it at uniform doubles outputs no others.
CellPartition uniform_lattice(const RealNoise& noise, int bits);

}  // namespace plumbline
