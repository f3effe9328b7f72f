/// Encloses epsilon of a matrix mechanism with random batches between a lower and an upper bound.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/matrix/amplified_sides.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

struct AmplifiedEpsilon {
  Certified value;  ///< the interval between the two bounds
  /// The pairs that give the upper and the lower bound; the expression is empty if there is no such pair.
  AmplifiedSide above, below;
  std::optional<double> apart;  ///< approximate (upper - lower)/|upper|
};

/// Encloses the smallest epsilon at delta = D if one record is added or removed. This epsilon is at most the epsilon of
/// every pair in `above`, and at least the epsilon of every pair in `below`. A pair that takes too long is omitted.
/// Throws std::invalid_argument unless 0 < D < 1.
AmplifiedEpsilon amplified_epsilon(const AmplifiedSides& sides, const Rational& D,
                                   const Effort& effort);

}  // namespace plumbline
