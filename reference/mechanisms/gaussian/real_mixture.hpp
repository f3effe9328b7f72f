/// gaussian_mixture with irrational numbers.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct RealNumbers;

/// Returns the pair between two mixtures with rational numbers, of which one loses at least as much and one at most as
/// much. Throws std::invalid_argument as gaussian_mixture does.
Mechanism real_gaussian_mixture(const RealNumbers& all);

}  // namespace plumbline
