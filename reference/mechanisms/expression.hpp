/// Mechanism expressions: `subsampled_gaussian(sigma=1,p=0.01)^10000 * laplace(b=20)^3`.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// One factor of a product: a mechanism and how often it is run (a positive integer).
struct Factor {
  Mechanism mechanism;
  Rational count;
};

/// Reads a product of mechanisms with optional powers. Throws std::invalid_argument with one line
/// that says where and what to write instead.
std::vector<Factor> parse_expression(std::string_view text);

}  // namespace plumbline
