/// Partial sums of the masses of a long table, from both ends.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Sums of the masses from each index up, and before each index. The object stores only every 64th sum, because
/// filling and freeing the memory of all sums is slow. A call adds at most 63 masses.
class PartialSums {
 public:
  PartialSums() = default;
  /// `below` is the mass before the first of `masses`, `beyond` the mass after the last one. Throws what the poll
  /// throws.
  PartialSums(const std::vector<Ball>& masses, const Ball& below, const Ball& beyond);

  /// Returns masses[i] + masses[i+1] + ... + `beyond`. `masses` is the vector of the constructor, 0 <= i <=
  /// masses.size().
  Ball from(const std::vector<Ball>& masses, size_t i) const;
  /// Returns `below` + masses[0] + ... + masses[i-1].
  Ball before(const std::vector<Ball>& masses, size_t i) const;

 private:
  std::vector<Ball> from_, before_;  ///< the sums for the indices 0, 64, 128, ...
  std::optional<Ball> beyond_;       ///< none in an empty object
};

}  // namespace plumbline
