#include "verify/suite/cases/case_verdict.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reference/questions/answer.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(Agreement agreement) {
  return agreement == Agreement::agrees    ? "agrees"
         : agreement == Agreement::differs ? "differs"
                                           : "undecided";
}

std::string shown_expectations(const Case& c) {
  std::string out = c.expect ? c.expect->text : "";
  for (const Expectation& expectation : c.expectations.list) {
    out += (out.empty() ? "" : ", ") + expectation.shown();
  }
  return out;
}

Json check_record(const Check& check, int digits) {
  Json record = {{"expect", check.expectation->shown()}, {"verdict", name_of(check.agreement)}};
  if (check.right) {
    const auto [lower, upper] = check.right->decimal_bounds(digits + 4);
    record["lower"] = lower;
    record["upper"] = upper;
  }
  return record;
}

}  // namespace

std::optional<Agreement> AnswerVerdict::overall() const {
  std::vector<Agreement> all;
  if (printed) all.push_back(*printed);
  for (const Check& one : checks) all.push_back(one.agreement);
  for (const Agreement worst : {Agreement::differs, Agreement::undecided, Agreement::agrees}) {
    if (std::find(all.begin(), all.end(), worst) != all.end()) return worst;
  }
  return std::nullopt;
}

AnswerVerdict verdict_of(const Case& c, const Answer& value, const NamedTexts& at,
                         const Effort& effort) {
  AnswerVerdict out;
  if (c.expect) out.printed = agreement(*c.expect, value.value.value());
  if (c.expectations.list.empty()) return out;
  const auto variables = named_values(c.expectations, at, effort);
  for (const Expectation& expectation : c.expectations.list) {
    // The checks use the number of digits that the case requests. `effort` may have more, after an undecided verdict.
    out.checks.push_back(check(expectation, value, variables, digits_for(c)));
  }
  return out;
}

void add_verdict_fields(const Case& c, const AnswerVerdict& verdict, int digits, Json* record) {
  const std::string expect = shown_expectations(c);
  const auto overall = verdict.overall();
  (*record)["expect"] = expect.empty() ? Json(nullptr) : Json(expect);
  (*record)["verdict"] = nullptr;
  if (overall) {
    std::string word = name_of(*overall);
    if (c.disputed && *overall == Agreement::differs) word = "disputed";
    if (c.disputed && *overall == Agreement::agrees) word = "stale_dispute";
    (*record)["verdict"] = word;
  }
  if (!verdict.checks.empty()) {
    (*record)["checks"] = Json::array();
    for (const Check& one : verdict.checks) {
      (*record)["checks"].push_back(check_record(one, digits));
    }
  }
  for (const NamedRequest& named : c.expectations.where) {
    (*record)["where"][named.name] = named.request.shown();
  }
  if (!c.statements.empty()) (*record)["statements"] = c.statements;
  if (c.disputed) (*record)["dispute"] = *c.disputed;
}

int digits_for(const Case& c) {
  return std::max(c.digits, c.expect ? c.expect->significant_digits + 2 : 0);
}

}  // namespace plumbline
