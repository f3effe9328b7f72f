/// The parameters along which mechanisms are ordered in the sense of Blackwell. Calibration needs such an order,
/// because it evaluates few values of a parameter and draws a conclusion about all values.
#pragma once

#include <string>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/parameter_order.hpp"

namespace plumbline {

/// Returns the order of the factor along the parameter. Throws std::invalid_argument, with the reason, if no order is
/// proved.
ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter);

}  // namespace plumbline
