/// Several answers on one batch: the exact product of pairs, all of which but one have finitely many losses.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Returns the expression of a product, from which its hypotheses follow.
std::string batch_text(const std::vector<Factor>& factors);

/// Returns the pair of a product. Gaussian factors are one Gaussian. Throws std::invalid_argument that names the factor
/// for which no explicit law is known.
Mechanism batch_product(const std::vector<Factor>& factors);

}  // namespace plumbline
