/// Promised distributions on the real line, and cells that are intervals.
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
  /// An upper bound of P(above < output <= at_most); a missing number means no limit. Both are finite doubles.
  virtual UpperBound mass(std::optional<double> above, std::optional<double> at_most) const = 0;
  /// Two numbers that enclose all quantiles from 10^-6 to 1 - 10^-6: a heuristic.
  virtual std::pair<double, double> range() const = 0;
};

/// A cut with a mass near q below it, or above it if `from_above`: a heuristic.
double quantile_cut(const LineLaw& law, double q, bool from_above);

/// The intervals between these cuts; the function sorts the cuts and removes duplicates.
CellPartition intervals(const LineLaw& law, const std::string& name, std::vector<double> cuts);

/// "sides" (2 cells), "middle" (3), "octiles", "quantiles" (32) and "tails" down to a mass of 10^-6.
std::vector<CellPartition> interval_partitions(const LineLaw& law);
/// The octiles alone, from which cells of consecutive draws are built.
CellPartition octiles(const LineLaw& law);

}  // namespace plumbline
