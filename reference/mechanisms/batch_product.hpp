/// The exact dominating pair of several answers that are computed on the same batch. At most one answer may have
/// infinitely many losses; Gaussian answers count as one.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Returns the pair of the product of the factors, with this expression. Gaussian factors are merged into one
/// Gaussian. Throws std::invalid_argument if no explicit law is known for a factor; the message names the factor.
Mechanism batch_product(const std::vector<Factor>& factors, const std::string& expression);

}  // namespace plumbline
