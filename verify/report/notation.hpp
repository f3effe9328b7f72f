/// The format of numbers and questions in the report.
#pragma once

#include <string>

#include "verify/base/text/safe_text.hpp"
#include "verify/report/results.hpp"

namespace plumbline {

/// Formats the enclosure with approximately `digits` digits, rounded outward, with common digits once:
/// 0.1476829078527[33, 34]. Returns a single number if both ends print the same.
std::string interval(const std::string& lower, const std::string& upper, int digits = 12);

/// Returns the question of a value as text, such as "delta(epsilon=1.5)" or "tv".
std::string request_text(const Json& value);

}  // namespace plumbline
