/// Epsilon of a matrix mechanism with batches drawn at random, between two sides.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/matrix/amplified_sides.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

struct AmplifiedEpsilon {
  Certified value;              ///< all between the two sides
  AmplifiedSide above, below;   ///< that gave the ends; without an expression where none did
  std::optional<double> apart;  ///< (upper - lower)/|upper|, roughly
};

/// The smallest epsilon at D, one record added or removed: not above what any pair above has, not below what any
/// below has. A side that takes too long is left out. Throws std::invalid_argument unless 0 < D < 1.
AmplifiedEpsilon amplified_epsilon(const AmplifiedSides& sides, const Rational& D,
                                   const Effort& effort);

}  // namespace plumbline
