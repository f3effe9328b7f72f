/// Distributions on the real line that a sampler is supposed to have, and partitions of the line into intervals.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/statistics/samplers/cells.hpp"

namespace plumbline {

class LineLaw {
 public:
  virtual ~LineLaw() = default;
  /// Returns true if all outputs are integers.
  virtual bool is_whole() const = 0;
  /// Returns an upper bound of P(above < output <= at_most). Both numbers are finite; a missing number means that there
  /// is no limit on that side.
  virtual UpperBound mass(std::optional<double> above, std::optional<double> at_most) const = 0;
  /// Heuristic: returns two numbers that enclose all quantiles from 10^-6 to 1 - 10^-6.
  virtual std::pair<double, double> range() const = 0;
};

/// Heuristic: returns a number with a mass near q below it, or above it if `from_above`.
double quantile_cut(const LineLaw& law, double q, bool from_above);

/// Returns the partition of the line into the intervals between the cuts. The cuts are sorted first, and duplicates are
/// removed.
CellPartition intervals(const LineLaw& law, const std::string& name, std::vector<double> cuts);

/// Returns the partitions "sides" (2 cells), "middle" (3), "octiles", "quantiles" (32) and "tails" down to a mass of
/// 10^-6.
std::vector<CellPartition> interval_partitions(const LineLaw& law);
/// Returns the octiles alone, from which partitions of consecutive draws are built (pairs_of()).
CellPartition octiles(const LineLaw& law);

}  // namespace plumbline
