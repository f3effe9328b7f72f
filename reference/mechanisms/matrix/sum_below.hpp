/// Lower bounds that use the sum of all outputs to test for one record.
#pragma once

#include "reference/mechanisms/matrix/amplified_sides.hpp"

namespace plumbline {

inline constexpr Bits kBelowBits{192};
inline constexpr double kMinusLogDelta = 13.8;  ///< -log(delta) for delta = 1e-6, for heuristics

/// The change of the output if the inputs of the record are 1 and all others are 0, which is one column of the strategy
/// or the sum of several columns. The members are its squared norm and the sum of its entries.
struct Moved {
  Ball square{kBelowBits}, sum{kBelowBits};
};

struct ColumnList {
  std::vector<Strategy::Column> at;
  long rows = 0;
};

ColumnList columns_of(const Strategy& strategy);
Moved moved_by(const ColumnList& columns, const std::vector<long>& steps);

/// A shift of a Gaussian mixture, and its weight. The weights of a list may sum to less than 1; the shift 0 then has
/// the rest.
struct Shift {
  Rational at, weight;
};
/// Returns the bound MATRIX-SUM for these shifts.
AmplifiedSide by_sum(const SampledMatrix& matrix, const std::vector<Shift>& shifts);
bool sums_are_nonnegative(const std::vector<Moved>& moved);
/// Returns a lower bound of sum/sqrt(rows), for a sum >= 0.
Rational scaled_down(const Ball& sum, long rows);
/// Returns sigma^2 for heuristics; 1 if sigma is unknown.
double squared_scale(const SampledMatrix& matrix);

}  // namespace plumbline
