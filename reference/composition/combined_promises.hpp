/// Promises about Renyi divergences compose by addition, order by order.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

class Composition;

/// Returns the factors with one promise instead of all factors that state or satisfy one; unchanged if no factor is
/// known by a promise. Throws std::invalid_argument, naming the rule, if some factor next to a promise neither has one
/// nor is a Gaussian. Factors with infinite losses are unchanged: FiniteLosses removes the infinite losses, and the
/// rest is a separate composition.
std::vector<Factor> with_combined_promises(const std::vector<Factor>& factors);

/// Throws std::invalid_argument if the composition is known by a promise: it represents many mechanisms, none of which
/// has its whole curve. `lacks` names the missing quantity: "no Delta-divergence".
void require_one_pair(const Composition& composition, const std::string& lacks);

}  // namespace plumbline
