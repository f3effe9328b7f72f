/// Along which parameters the mechanisms are ordered in the sense of Blackwell: what calibration
/// needs to draw a conclusion about all values of a parameter from two of them.
#pragma once

#include <string>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/parameter_order.hpp"

namespace plumbline {

/// Throws std::invalid_argument where no order is proven, saying so.
ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter);

}  // namespace plumbline
