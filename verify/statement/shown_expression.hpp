/// Expressions with short decimals instead of long numbers. The decimals are rounded so that statements about the
/// exact mechanism hold for the displayed one.
#pragma once

#include <optional>
#include <string>

#include "reference/mechanisms/expression.hpp"
#include "verify/statement/short_number.hpp"

namespace plumbline {

/// Returns the displayed value of a factor's parameter. By PARAMETER-ORDER (mechanisms/proved_order.cpp) it is at
/// least as private as the exact value if `more_private`, otherwise at most as private. Returns the exact value if no
/// order is proved.
Rational shown_parameter(const WrittenFactor& factor, const std::string& name, bool more_private);

/// Returns the expression as typed, with its long numbers replaced by shown_parameter(). The numbers of mechanisms
/// inside other mechanisms remain exact.
std::string shown_expression(const std::string& expression, bool more_private);

/// Returns the number that an expression of one mechanism has for a parameter, as typed; empty if it has none.
std::string typed_value(const std::string& expression, const std::string& parameter);

/// Returns true if the expressions differ only in parameters whose values in the first one are more private, so that
/// a bound for the second expression holds for the first.
bool is_as_private(const std::string& first, const std::string& second);

}  // namespace plumbline
