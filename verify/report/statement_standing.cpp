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

}  // namespace

StatementStanding standing_of(const std::string& id, const RunResults& results) {
  StatementStanding out{Standing::not_run, {}};
  std::map<std::string, size_t> verdicts;
  bool only_printed = true;
  const auto hear = [&](const Json& result) {
    if (!carries(result, id)) return;
    out.evidence.push_back(&result);
    const std::string verdict = text_of(result, "verdict");
    ++verdicts[verdict];
    if (verdict == "agrees" && result.contains("checks")) only_printed = false;
  };
  for (const Json& value : results.values) hear(value);
  for (const Json& other : results.others) hear(other);
  if (verdicts["differs"] + verdicts["undecided"] + verdicts["stale_dispute"] > 0) {
    out.standing = Standing::open;
  } else if (verdicts["disputed"] > 0) {
    out.standing = Standing::wrong;
  } else if (verdicts["agrees"] > 0) {
    out.standing = only_printed ? Standing::rounds : Standing::agrees;
  }
  return out;
}

StatementStanding standing_of(const Statement& statement, const RunResults& results) {
  StatementStanding out = standing_of(statement.id, results);
  if (out.standing != Standing::not_run) return out;
  if (!statement.undecidable.empty()) {
    out.standing = Standing::undecidable;
  } else if (!statement.tests.empty() || !statement.proofs.empty()) {
    out.standing = Standing::elsewhere;
  }
  return out;
}

}  // namespace plumbline
