/// The mechanism gaussian_mixture with irrational numbers.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct RealNumbers;

/// Returns the pair between two mixtures with rational numbers; one of these mixtures loses at most as much and the
/// other at least as much. Throws std::invalid_argument as gaussian_mixture does.
Mechanism real_gaussian_mixture(const RealNumbers& all);

}  // namespace plumbline
