/// A certified value as JSON (interface: "Results"): decimal strings rounded outward, never JSON numbers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reference/values/enclosure.hpp"

namespace plumbline {

class Certified;

/// Number of digits that lower and upper have in addition to the requested ones, so that printing loses no accuracy.
inline constexpr int kSpareDigits = 4;

/// Returns {"quadrature": ..., "truncation": ..., "discretisation": ..., "rounding": ...}.
nlohmann::ordered_json budget_json(const ErrorBudget& budget);

/// Returns -log10 of the relative width, rounded down to a tenth; null for an exact value.
nlohmann::ordered_json digits_json(const Ball& value);

/// Adds lower, upper, digits, engine, seconds, error_budget and reached.
void add_certified(nlohmann::ordered_json& record, const Certified& value, int digits_asked,
                   double seconds);

/// Returns "[lower, upper]", or one number if both print the same.
std::string interval_text(const Certified& value, int digits);

}  // namespace plumbline
