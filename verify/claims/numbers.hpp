/// Parses the numbers of a claim. A JSON number is exactly the double to which it parses. A string is an exact
/// number, in the grammar of number.hpp. The text of an answer with 16 or 17 digits is the nearest double.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// Parses a number, or a string that contains one and may denote an irrational number. Throws std::invalid_argument
/// otherwise.
ExactReal read_exact_real(const nlohmann::json& number);

/// Parses `nan`, `inf`, `-inf` or a number. A text of 16 or 17 significant digits means the nearest double: accountants
/// compute in doubles, and 17 digits print a double without loss. Other texts (`0.1`) are exact decimals. If `exact` is
/// true, all texts are exact decimals. Throws std::invalid_argument on anything else.
ClaimedValue read_claimed_value(const std::string& text, bool exact = false);
/// Parses a JSON number, which means the double, or a JSON string, in the same way as the other overload.
ClaimedValue read_claimed_value(const nlohmann::json& value, bool exact = false);

/// Returns `ulps` units in the last place of the double nearest to the claimed number.
Rational ulps_of(const ClaimedValue& value, int ulps);

}  // namespace plumbline
