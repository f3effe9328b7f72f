/// Expressions with short decimals in place of long numbers, so that what is said of the exact mechanism holds
/// for the one that is shown.
#pragma once

#include <optional>
#include <string>

#include "reference/mechanisms/expression.hpp"
#include "verify/statement/short_number.hpp"

namespace plumbline {

/// The value that a parameter of a factor is shown with: more private than the exact one, or less, by
/// PARAMETER-ORDER (mechanisms/proved_order.cpp). The exact one where no order is proved.
Rational shown_parameter(const WrittenFactor& factor, const std::string& name, bool more_private);

/// The expression as typed, its long numbers replaced by shown_parameter(); numbers inside other mechanisms
/// stay exact.
std::string shown_expression(const std::string& expression, bool more_private);

/// The number that an expression of one mechanism has for a parameter, as typed; empty where it has none.
std::string typed_value(const std::string& expression, const std::string& parameter);

/// Returns true if the first expression is the second with parameters moved to the private side
/// alone, so that a bound which holds for the second holds for the first.
bool is_as_private(const std::string& first, const std::string& second);

}  // namespace plumbline
