/// Products of polynomials with ball coefficients. They are convolutions of distributions on a lattice.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Returns the coefficients of the product, lowest first; both factors must be non-empty.
std::vector<Ball> polynomial_product(const std::vector<Ball>& a, const std::vector<Ball>& b,
                                     Bits p);

}  // namespace plumbline
