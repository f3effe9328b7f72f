/// Formats verdicts.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/reading/source.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// A line of the input and its verdict.
struct JudgedLine {
  ClaimLine line;
  ClaimVerdict verdict;
  ClaimOutcome outcome = ClaimOutcome::not_judged;
};

/// Returns a verdict as a JSON object: the members of the public interface, followed by further members.
nlohmann::ordered_json verdict_json(const JudgedLine& judged);

/// Returns a line of claims.jsonl. Its member "shown" contains the texts for people, which pages repeat.
nlohmann::ordered_json verdict_record_for_pages(const JudgedLine& judged);

/// Returns `file:line: verdict ...` in one line.
std::string verdict_line(const JudgedLine& judged);

/// Returns "[0.12, 0.13]", "at least 0.12" or "at most 0.13", depending on the known ends of the certified value;
/// empty if none is known.
std::string known_truth_text(const ClaimVerdict& v);
/// Formats `error`, which is an error of the verdict. If only one end of the true value is known, formats only the end
/// of the error that follows from it.
std::string error_text(const ClaimVerdict& v, const Ball& error);

/// Return the claim as text, such as "epsilon(delta=1e-5) <= 2.1". claim_text() prints the numbers as claimed, and
/// shown_claim_text() prints short numbers for people (shown.hpp).
std::string claim_text(const Claim& claim);
std::string shown_claim_text(const Claim& claim);

/// Returns the remark and the remedy for a violation that is sound at the nearest doubles; otherwise an empty text.
std::string at_doubles_text(const JudgedLine& judged);

/// Formats a ball with few digits, rounded outward; one number if both ends print the same.
std::string short_text(const Ball& x);

}  // namespace plumbline
