/// The parameters along which mechanisms are ordered in the sense of Blackwell. Calibration needs such an order: from
/// results at two values of a parameter it concludes that a bound holds on one side of a value and fails on the other.
#pragma once

#include <string>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/parameter_order.hpp"

namespace plumbline {

/// Returns the order of the factor along the parameter. Throws std::invalid_argument, with the reason, if no order is
/// proved.
ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter);

}  // namespace plumbline
