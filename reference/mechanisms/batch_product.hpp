/// Several answers on one batch: the exact product of pairs, all of which but one have finitely many losses.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Returns the pair of a product with this expression. Gaussian factors are one Gaussian. Throws std::invalid_argument that names the factor
/// for which no explicit law is known.
Mechanism batch_product(const std::vector<Factor>& factors, const std::string& expression);

}  // namespace plumbline
