/// The exact pair of several answers on one batch. All pairs of the answers, with at most one exception, have
/// finitely many losses.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Returns the pair of the product of the factors, with this expression. Gaussian factors are merged into one
/// Gaussian. Throws std::invalid_argument if no explicit law is known for a factor; the message names the factor.
Mechanism batch_product(const std::vector<Factor>& factors, const std::string& expression);

}  // namespace plumbline
