/// Formats verdicts.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/claims/reading/source.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// A line and its verdict.
struct JudgedLine {
  ClaimLine line;
  ClaimVerdict verdict;
  ClaimOutcome outcome = ClaimOutcome::not_judged;
};

/// One object in the format of the interface, followed by further fields.
nlohmann::ordered_json verdict_json(const JudgedLine& judged);

/// Returns a line of claims.jsonl, with the texts for people as "shown", which pages repeat.
nlohmann::ordered_json verdict_record_for_pages(const JudgedLine& judged);

/// `file:line: verdict ...` in one line.
std::string verdict_line(const JudgedLine& judged);

/// "[0.12, 0.13]", "at least 0.12" or "at most 0.13", as far as the certified value is known; empty if it is unknown.
std::string known_truth_text(const ClaimVerdict& v);
/// An error of the verdict, or its known end.
std::string error_text(const ClaimVerdict& v, const Ball& error);

/// "epsilon(delta=1e-5) <= 2.1", as claimed; shown with short numbers (shown.hpp).
std::string claim_text(const Claim& claim);
std::string shown_claim_text(const Claim& claim);

/// Returns the remark on a violation that is sound at the nearest doubles, with the remedy; otherwise an empty text.
std::string at_doubles_text(const JudgedLine& judged);

/// A ball with few digits, rounded outward; one number if both ends print the same.
std::string short_text(const Ball& x);

}  // namespace plumbline
