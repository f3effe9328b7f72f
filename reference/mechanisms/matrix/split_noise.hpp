/// The noise of a matrix mechanism, divided into one part for each step: the correlation of steps is then a
/// postprocessing of steps with independent noise.
#pragma once

#include <vector>

#include "reference/mechanisms/matrix/strategy.hpp"

namespace plumbline {

/// A rational of 25 digits near the root of a square >= 0, exactly the root if it has that few digits: an upper bound,
/// or a lower bound.
Rational root_end(const Ball& square, bool upper);

/// For each lag the maximum over column pairs i, j of at least that distance of sum over t of |C_ti C_tj|, as balls
/// that contain it; as many as are nonzero. Throws std::invalid_argument if it would take too long.
std::vector<Ball> overlaps(const Strategy& strategy, Bits p);

/// An upper bound of the squared kappa of MATRIX-SPLIT: the noise of one step is sigma/kappa.
Ball split_square(const std::vector<Ball>& overlaps, long stride);

}  // namespace plumbline
