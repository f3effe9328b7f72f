/// Sums of the first and of the last masses of a long table.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The sums of n masses from each place up and before each place. It keeps every 64th sum, because the memory of all of
/// them takes long to fill and to free; a call adds at most 63 masses.
class PartialSums {
 public:
  PartialSums() = default;
  /// `below` is the mass before the first of `masses`, `beyond` that after the last one. May throw what a poll throws.
  PartialSums(const std::vector<Ball>& masses, const Ball& below, const Ball& beyond);

  /// Returns the sum of masses[i], masses[i+1], ... and of what is beyond them; `masses` is the constructor's vector and
  /// 0 <= i <= masses.size().
  Ball from(const std::vector<Ball>& masses, size_t i) const;
  /// Returns the sum of masses[0], ..., masses[i-1] and of what is below them.
  Ball before(const std::vector<Ball>& masses, size_t i) const;

 private:
  std::vector<Ball> from_, before_;  ///< at 0, 64, 128, ...
  std::optional<Ball> beyond_;       ///< none in an empty object
};

}  // namespace plumbline
