#include "verify/report/statement_standing.hpp"

#include <algorithm>
#include <map>

namespace plumbline {
namespace {

bool carries(const Json& value, const std::string& id) {
  const auto ids = value.find("statements");
  if (ids == value.end() || !ids->is_array()) return false;
  return std::any_of(ids->begin(), ids->end(), [&](const Json& one) { return one == id; });
}

/// The verdict of a value; where nothing is expected of it but of methods judged on it, whether
/// these say what is printed and keep their tolerances.
std::string verdict_of(const Json& value) {
  std::string verdict = text_of(value, "verdict");
  const auto judged = value.find("judged");
  if (!verdict.empty() || judged == value.end()) return verdict;
  for (const Json& one : *judged) {
    const std::string within = text_of(one, "within_tolerance"),
                      printed = text_of(one, "expect_verdict");
    if (within == "false" || printed == "differs") return "differs";
    if (within == "undecided") return "undecided";
    if (within == "true" || printed == "agrees") verdict = "agrees";
  }
  return verdict;
}

/// Whether a judged method was held against printed digits.
bool says_printed(const Json& value) {
  const Json judged = value.value("judged", Json::array());
  return std::any_of(judged.begin(), judged.end(),
                     [](const Json& one) { return one.contains("expect_verdict"); });
}

}  // namespace

StatementStanding standing_of(const std::string& id, const RunResults& results) {
  StatementStanding out{StatementState::not_run, {}};
  std::map<std::string, size_t> verdicts;
  bool only_printed = true;
  const auto hear = [&](const Json& result) {
    if (!carries(result, id)) return;
    out.evidence.push_back(&result);
    const std::string verdict = verdict_of(result);
    ++verdicts[verdict];
    const bool printed =
        !result.contains("checks") && (!text_of(result, "verdict").empty() || says_printed(result));
    if (verdict == "agrees" && !printed) only_printed = false;
  };
  for (const Json& value : results.values) hear(value);
  for (const Json& other : results.others) hear(other);
  if (verdicts["differs"] + verdicts["undecided"] + verdicts["stale_dispute"] > 0) {
    out.standing = StatementState::open;
  } else if (verdicts["disputed"] > 0) {
    out.standing = StatementState::wrong;
  } else if (verdicts["agrees"] > 0) {
    out.standing = only_printed ? StatementState::rounds : StatementState::agrees;
  }
  return out;
}

StatementStanding standing_of(const PaperStatement& statement, const RunResults& results) {
  StatementStanding out = standing_of(statement.id, results);
  if (out.standing != StatementState::not_run) return out;
  if (!statement.undecidable.empty()) {
    out.standing = StatementState::undecidable;
  } else if (!statement.tests.empty() || !statement.proofs.empty()) {
    out.standing = StatementState::elsewhere;
  }
  return out;
}

}  // namespace plumbline
