/// Parses a claim from a JSON object in one of two formats, which name the mechanism and its direction differently:
/// the recorded format of `cases/accountants/README.md` and the format of the interface.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/base/text/record_text.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// Parses a claim. Throws std::invalid_argument, `field: defect`, on an object that is not a claim. A claim that
/// cannot be certified is returned with `unsupported` set. Fields for people (`note`, `warnings`, `x-...`) are not
/// parsed; other unknown fields are rejected.
Claim claim_of(const nlohmann::json& object);

/// Returns the permitted fields of a line, in addition to those that begin with x-.
const std::vector<std::string>& claim_fields();
/// Returns the claim of a verdict written by `claims --json` or `--out`; other objects unchanged. Throws
/// std::invalid_argument if the judged line was not a claim, or if the object is another answer of this program.
nlohmann::json without_verdict(const nlohmann::json& object);
/// Returns the error message for an object that is another answer of this program.
std::string answer_is_no_claim();

/// Returns the words that error messages about a file of claims use.
const RecordWords& claim_words();
/// Parses a text as parse_record_json does.
nlohmann::json parse_claim_json(const std::string& text);

/// Parses a claim from a line of text, as claim_of does.
Claim claim_of_line(const std::string& line);

}  // namespace plumbline
