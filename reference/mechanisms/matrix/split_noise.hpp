/// The noise of a matrix mechanism, divided into one part for each step. The mechanism with correlated steps is then
/// a postprocessing of steps with independent noise.
#pragma once

#include <vector>

#include "reference/mechanisms/matrix/strategy.hpp"

namespace plumbline {

/// Returns an upper or a lower bound of the root of a square >= 0, as a rational number of 25 digits. The result is
/// exact if the root has at most 25 digits.
Rational root_end(const Ball& square, bool upper);

/// Returns, for each lag, an enclosure of the maximum of sum over t of |C_ti C_tj| over pairs of columns i, j of the
/// strategy C whose distance is at least the lag. The result ends with the last nonzero lag. Throws
/// std::invalid_argument if the computation would take too long.
std::vector<Ball> overlaps(const Strategy& strategy, Bits p);

/// Returns an upper bound of the squared kappa of MATRIX-SPLIT. There, each step has an observation with noise of scale
/// sigma/kappa.
Ball split_square(const std::vector<Ball>& overlaps, long stride);

}  // namespace plumbline
