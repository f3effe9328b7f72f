/// The mechanism gaussian_mixture with irrational numbers.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct RealNumbers;

/// Returns the pair, known by two mixtures with rational numbers (between_pairs.hpp): one has at most as much privacy
/// loss as the pair, and the other at least as much. Throws std::invalid_argument as gaussian_mixture does.
Mechanism real_gaussian_mixture(const RealNumbers& all);

}  // namespace plumbline
