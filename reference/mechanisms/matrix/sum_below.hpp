/// Lower bounds from the sum of all outputs as a test of one record, and from the record's share in it.
#pragma once

#include "reference/mechanisms/matrix/amplified_sides.hpp"

namespace plumbline {

inline constexpr Bits kBelowBits{192};
inline constexpr double kMinusLogDelta = 13.8;  ///< -log(delta) for delta = 1e-6, for heuristics

/// The change of the output if the record's inputs are 1 and all others are 0: of a column, or of several.
struct Moved {
  Ball square{kBelowBits}, sum{kBelowBits};
};

struct ColumnList {
  std::vector<Strategy::Column> at;
  long rows = 0;
};

ColumnList columns_of(const Strategy& strategy);
Moved moved_by(const ColumnList& columns, const std::vector<long>& steps);

/// A shift and its weight; the remaining weight up to 1 is at 0.
struct Shift {
  Rational at, weight;
};
/// MATRIX-SUM, for these shifts.
AmplifiedSide by_sum(const SampledMatrix& matrix, const std::vector<Shift>& shifts);
bool sums_are_nonnegative(const std::vector<Moved>& moved);
/// A lower bound of sum/sqrt(rows), for a sum >= 0.
Rational scaled_down(const Ball& sum, long rows);
/// For heuristics; 1 if sigma is unknown.
double squared_scale(const SampledMatrix& matrix);

}  // namespace plumbline
