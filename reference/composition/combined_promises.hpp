/// Composes promises about Renyi divergences by addition at each order.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

class Composition;

/// If a factor states a promise, returns one factor with the combined promise of all factors. Otherwise returns the
/// factors unchanged. If a factor has infinite losses, the factors are also unchanged: FiniteLosses removes the
/// infinite losses, and the remaining factors are a separate composition. Throws std::invalid_argument, naming the
/// rule, if the factors do not compose: a promise contains Poisson sampling, two lists of orders have no common order,
/// or the Renyi divergences of a factor are infinite or unknown at all orders of the promise.
std::vector<Factor> with_combined_promises(const std::vector<Factor>& factors);

/// Throws std::invalid_argument if the composition contains a promise, because it is then a class of mechanisms and has
/// no single trade-off function. `lacks` names the missing quantity in the message: "no Delta-divergence".
void require_one_pair(const Composition& composition, const std::string& lacks);

}  // namespace plumbline
