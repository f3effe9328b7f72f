/// How the numbers of a claim are read. A JSON number is the double it parses to, exactly; a string
/// is the number written, in the grammar of number.hpp; and the text of an answer that has 16 or 17
/// digits is the nearest double.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// Reads a number, or a string that is one and may say an irrational number. Throws std::invalid_argument otherwise.
ExactReal read_exact_real(const nlohmann::json& number);

/// Reads `nan`, `inf`, `-inf` or a number. A text of 16 or 17 significant digits means the nearest double:
/// accountants compute in doubles, and 17 digits are how these are printed without loss. Other texts (`0.1`) are
/// the decimals they say; `exact`: all are. Throws std::invalid_argument on anything else.
ClaimedValue read_claimed_value(const std::string& text, bool exact = false);
/// Reads a JSON number (the double) or string (as above).
ClaimedValue read_claimed_value(const nlohmann::json& value, bool exact = false);

/// `ulps` units in the last place of the double nearest to the claimed number.
Rational ulps_of(const ClaimedValue& value, int ulps);

}  // namespace plumbline
