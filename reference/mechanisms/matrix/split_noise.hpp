/// The noise of a matrix mechanism, cut into pieces for one step each: what correlates steps is then a
/// processing of steps that have noise of their own.
#pragma once

#include <vector>

#include "reference/mechanisms/matrix/strategy.hpp"

namespace plumbline {

/// A rational of 25 digits at most as far from the root of a square >= 0, which it is where that has so
/// few: not below it, or not above it.
Rational root_end(const Ball& square, bool upper);

/// For each lag the largest sum over t of |C_ti C_tj| over columns i, j so far apart or farther; balls
/// that contain it. As many as are not 0. Throws std::invalid_argument where it would take too long.
std::vector<Ball> overlaps(const Strategy& strategy, Bits p);

/// The kappa of MATRIX-SPLIT, not below it: the noise of one step is sigma/kappa. Squared.
Ball split_square(const std::vector<Ball>& overlaps, long stride);

}  // namespace plumbline
