/// Promises about Renyi divergences compose by adding them up, order by order.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

class Composition;

/// Returns the factors with one promise in the place of all that make or keep one, so that it stands alone;
/// unchanged where no factor is known by a promise. Throws std::invalid_argument, naming the rule, where a
/// factor beside a promise is neither known by one nor a Gaussian. Factors with infinite losses are left as they
/// are: FiniteLosses takes these off, and what is left is a composition of its own.
std::vector<Factor> with_combined_promises(const std::vector<Factor>& factors);

/// Throws std::invalid_argument where the composition is known by a promise: it stands for many mechanisms, none of
/// which has its whole curve. `lacks` names the missing quantity: "no Delta-divergence".
void require_one_pair(const Composition& composition, const std::string& lacks);

}  // namespace plumbline
