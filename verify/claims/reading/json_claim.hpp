/// A claim from a JSON object: the recorded format of `cases/accountants/README.md` and the one of
/// the interface, which differ in how they name the mechanism and its direction.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/base/text/record_text.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// Throws std::invalid_argument, `field: what is wrong`, on an object that makes no claim. What
/// makes one that cannot be certified comes back with `unsupported` set. Fields for people (`note`,
/// `warnings`, `x-...`) are left unread; others that are not known here are refused.
Claim claim_of(const nlohmann::json& object);

/// The fields that a line may have, besides those that begin with x-.
const std::vector<std::string>& claim_fields();
/// Returns the claim of a verdict written by `claims --json` or `--out`; other objects as they are.
/// Throws std::invalid_argument where the line that was judged made no claim, and where the object is another
/// answer of this program.
nlohmann::json without_verdict(const nlohmann::json& object);
/// Returns the message about such an answer.
std::string answer_is_no_claim();

/// Returns the names of claims in messages about their files.
const RecordWords& claim_words();
/// As parse_record_json.
nlohmann::json parse_claim_json(const std::string& text);

/// Reads a claim as claim_of does, from a line of text.
Claim claim_of_line(const std::string& line);

}  // namespace plumbline
