/// Composes promises about Renyi divergences by addition at each order.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

class Composition;

/// Returns the factors, with one promise in place of all factors that state or satisfy one. If no factor is known by
/// a promise, the factors are unchanged. Throws std::invalid_argument, naming the rule, if a factor next to a promise
/// has no promise and is not Gaussian. Factors with infinite losses are unchanged: FiniteLosses removes the infinite
/// losses, and the remaining factors are a separate composition.
std::vector<Factor> with_combined_promises(const std::vector<Factor>& factors);

/// Throws std::invalid_argument if the composition is known by a promise: it represents a class of mechanisms, not
/// one mechanism with the whole curve. `lacks` names the missing quantity: "no Delta-divergence".
void require_one_pair(const Composition& composition, const std::string& lacks);

}  // namespace plumbline
