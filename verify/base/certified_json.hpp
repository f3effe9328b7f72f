/// Formats certified values as JSON. The bounds of a value are decimal strings, rounded outward, and never JSON
/// numbers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reference/values/enclosure.hpp"

namespace plumbline {

class Certified;

/// Number of digits that lower and upper have in addition to the requested ones, so that printing loses no accuracy.
inline constexpr int kSpareDigits = 4;

/// Returns {"quadrature": ..., "truncation": ..., "discretisation": ..., "rounding": ...}.
nlohmann::ordered_json budget_json(const ErrorBudget& budget);

/// Returns the number of relative digits of the ball (-log10 of its relative width), rounded down to a tenth and at
/// least 0; null for an exact value.
nlohmann::ordered_json digits_json(const Ball& value);

/// Adds the members lower, upper, digits, engine, seconds, error_budget and reached to the record.
void add_certified(nlohmann::ordered_json& record, const Certified& value, int digits_asked,
                   double seconds);

/// Returns "[lower, upper]", or a single number if the texts of both bounds are equal.
std::string interval_text(const Certified& value, int digits);

}  // namespace plumbline
