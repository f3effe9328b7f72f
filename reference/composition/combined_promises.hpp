/// Composes promises about Renyi divergences by addition at each order.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

class Composition;

/// Returns the factors, with one combined promise in place of all factors that state or satisfy a promise. If no factor
/// states a promise, the factors are unchanged. Throws std::invalid_argument, naming the rule, if a factor next to a
/// promise has no promise and is not Gaussian. Factors with infinite losses are unchanged: FiniteLosses removes the
/// infinite losses, and the remaining factors are a separate composition.
std::vector<Factor> with_combined_promises(const std::vector<Factor>& factors);

/// Throws std::invalid_argument if the composition contains a promise, because it is then a class of mechanisms and has
/// no single trade-off function. `lacks` names the missing quantity in the message: "no Delta-divergence".
void require_one_pair(const Composition& composition, const std::string& lacks);

}  // namespace plumbline
