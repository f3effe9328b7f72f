/// Products of polynomials with ball coefficients: convolutions of laws on a lattice.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The coefficients of the product, lowest first; both factors non-empty.
std::vector<Ball> polynomial_product(const std::vector<Ball>& a, const std::vector<Ball>& b,
                                     Bits p);

}  // namespace plumbline
