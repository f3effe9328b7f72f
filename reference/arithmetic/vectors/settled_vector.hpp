/// Vectors of complex numbers without radii, for long products whose error is bounded once.
#pragma once

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// Replaces each entry by its midpoint. Returns true if the relative distance of each midpoint from all numbers of its
/// entry is at most 2^(4-least).
bool take_midpoints(ComplexVector* x, Bits least);

/// Returns the sum of all entries.
ComplexBall sum(const ComplexVector& x, Bits p);

}  // namespace plumbline
