/// The mechanism gaussian_mixture with irrational numbers.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct RealNumbers;

/// Returns the pair. Its values are enclosed between those of two mixtures with rational numbers (between_pairs.hpp),
/// of which one is at least as private as the pair and the other at most as private. Throws std::invalid_argument as
/// gaussian_mixture does.
Mechanism real_gaussian_mixture(const RealNumbers& all);

}  // namespace plumbline
