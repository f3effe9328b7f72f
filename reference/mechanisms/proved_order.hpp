/// The parameters along which mechanisms are ordered in the sense of Blackwell. Calibration needs such an order: a
/// result at one value of a parameter then holds for all more private values.
#pragma once

#include <string>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/parameter_order.hpp"

namespace plumbline {

/// Returns the order of the factor along the parameter. Throws std::invalid_argument, with the reason, if no order is
/// proved.
ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter);

}  // namespace plumbline
