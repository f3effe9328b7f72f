/// Bounds the sum of all outputs as a test of one record, and the record's share in it.
#pragma once

#include "reference/mechanisms/matrix/amplified_sides.hpp"

namespace plumbline {

inline constexpr Bits kBelowBits{192};
inline constexpr double kMinusLogDelta = 13.8;  ///< of a delta of 1e-6, for heuristics

/// The output where the record's inputs are 1 and all else is 0: of a column, or of several.
struct Moved {
  Ball square{kBelowBits}, sum{kBelowBits};
};

struct ColumnList {
  std::vector<Strategy::Column> at;
  long rows = 0;
};

ColumnList columns_of(const Strategy& strategy);
Moved moved_by(const ColumnList& columns, const std::vector<long>& steps);

/// A shift and its weight; what the weights leave of 1 is at 0.
struct Shift {
  Rational at, weight;
};
/// MATRIX-SUM, of shifts as they are there.
AmplifiedSide by_sum(const SampledMatrix& matrix, const std::vector<Shift>& shifts);
bool sums_are_nonnegative(const std::vector<Moved>& moved);
/// sum/sqrt(rows), not above it, of a sum >= 0.
Rational scaled_down(const Ball& sum, long rows);
/// For heuristics; 1 where sigma is open.
double squared_scale(const SampledMatrix& matrix);

}  // namespace plumbline
