/// Poisson sampling of a pair that is known by its tails.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns (P, (1-p) P + p Q), 0 < p < 1, for a pair (P, Q) whose losses are finite.
Mechanism sampled_tails(Mechanism pair, const Real& p, const std::string& expression);

}  // namespace plumbline
