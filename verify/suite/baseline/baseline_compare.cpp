#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/questions/found_place.hpp"
#include "verify/suite/baseline/baseline.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

std::string text(const Json& record, const std::string& key) {
  const auto it = record.find(key);
  if (it == record.end() || it->is_null()) return "";
  return it->is_string() ? it->get<std::string>() : it->dump();
}

/// Returns the arguments of a result, such as "(epsilon=1.5)". Empty if the member `at` is part of the answer and not
/// of the question (the prior of a divergence).
std::string at_text(const Json& result) {
  const auto at = result.find("at");
  if (at == result.end() || !at->is_object() || finds_place(text(result, "quantity"))) return "";
  std::string out;
  for (const auto& [key, value] : at->items()) {
    out += (out.empty() ? "(" : ", ") + key + "=" + text(*at, key);
  }
  return out.empty() ? "" : out + ")";
}

std::string request_text(const Json& result) { return text(result, "quantity") + at_text(result); }

const Json* judged_by(const Json& result, const std::string& approximation) {
  const auto list = result.find("judged");
  if (list == result.end() || !list->is_array()) return nullptr;
  for (const Json& judged : *list) {
    if (text(judged, "approximation") == approximation) return &judged;
  }
  return nullptr;
}

/// Compares one value with its row, and records regressions.
class RowComparison {
 public:
  RowComparison(const FinishedCase& c, const Json& now, const Baseline& baseline,
                const BaselineRow& row, const BaselineRules& rules, std::vector<Problem>* found)
      : case_(c), now_(now), before_(row.content), rules_(rules), found_(found) {
    source_ = fmt::format("({}:{})", baseline.file, row.line);
  }

  void run() {
    enclosure();
    time();
    const auto list = before_.find("judged");
    if (list == before_.end() || !list->is_array()) return;
    for (const Json& before : *list) approximation(before);
  }

 private:
  void note(const std::string& key, const std::string& message) {
    found_->push_back({case_.file, case_.line, case_.id, key,
                       message + " at " + request_text(now_) + " " + source_});
  }

  void enclosure() {
    const auto lower = rational_or_none(text(now_, "lower")),
               upper = rational_or_none(text(now_, "upper"));
    const auto old_lower = rational_or_none(text(before_, "lower")),
               old_upper = rational_or_none(text(before_, "upper"));
    const bool apart =
        (lower && old_upper && *old_upper < *lower) || (upper && old_lower && *upper < *old_lower);
    if (apart) {
      note(
          text(now_, "quantity"),
          fmt::format("the enclosure [{}, {}] does not meet the earlier one, [{}, {}]: one of them "
                      "misses the truth,",
                      text(now_, "lower"), text(now_, "upper"), text(before_, "lower"),
                      text(before_, "upper")));
    }
    if (text(before_, "reached") == "true" && text(now_, "reached") != "true") {
      note(text(now_, "quantity"), "the digits requested are no longer reached");
    }
  }

  void time() {
    if (!rules_.slower) return;
    const auto now = now_.find("seconds"), before = before_.find("seconds");
    if (now == now_.end() || before == before_.end() || !now->is_number() || !before->is_number()) {
      return;
    }
    const double s = now->get<double>(), old = before->get<double>();
    if (s > *rules_.slower * old && s > old + rules_.slower_floor) {
      note(text(now_, "quantity"),
           fmt::format("took {:.3g} s, {:.3g} s before: more than {:g} times as long", s, old,
                       *rules_.slower));
    }
  }

  void approximation(const Json& before) {
    const std::string name = text(before, "approximation");
    const Json* judged = judged_by(now_, name);
    if (judged == nullptr) {
      note(name, "is no longer judged");
      return;
    }
    const std::string verdict = text(*judged, "verdict");
    if (text(before, "verdict") == "measured" && verdict != "measured") {
      const std::string reason = text(*judged, "reason");
      note(name, "gave a number before, now: " + verdict + (reason.empty() ? "" : ", " + reason));
      return;
    }
    error(name, before, *judged);
    band(name, before, *judged);
  }

  void error(const std::string& name, const Json& before, const Json& judged) {
    const auto bounds = judged.find("absolute_error");
    if (bounds == judged.end() || !bounds->is_object()) return;
    const auto least = rational_or_none(text(*bounds, "lower")),
               old = rational_or_none(text(before, "error"));
    const auto lower = rational_or_none(text(now_, "lower")),
               upper = rational_or_none(text(now_, "upper"));
    if (!least || !old) return;
    // An answer for a whole curve has no lower and upper end. Its values are probabilities, so the size is 1.
    const Rational size = lower && upper ? std::max({*upper, -*lower, Rational(0)}) : Rational(1);
    const Rational allowed = std::max(*old * rules_.error_factor, *old + size * rules_.error_floor);
    if (*least > allowed) {
      note(name, fmt::format("got worse: absolute error {}, was {}", text(*bounds, "lower"),
                             text(before, "error")));
    }
  }

  void band(const std::string& name, const Json& before, const Json& judged) {
    const auto now = judged.find("band");
    if (text(before, "band_holds") != "true" || now == judged.end() || !now->is_object()) return;
    if (text(*now, "contains_truth") == "false") {
      note(name, "its own band held the truth before and misses it now");
    }
  }

  const FinishedCase& case_;
  const Json& now_;
  const Json& before_;
  const BaselineRules& rules_;
  std::vector<Problem>* found_;
  std::string source_;
};

}  // namespace

std::string value_identity(const Json& result) {
  std::string out;
  for (const char* key : {"file", "case", "mechanism", "other", "direction"}) {
    out += text(result, key) + "\n";
  }
  return out + request_text(result);
}

BaselineComparison compare(const Baseline& baseline, const std::vector<FinishedCase>& cases,
                           const BaselineRules& rules) {
  std::multimap<std::string, const BaselineRow*> rows;
  for (const BaselineRow& row : baseline.rows) rows.emplace(value_identity(row.content), &row);
  BaselineComparison out;
  for (const FinishedCase& c : cases) {
    for (const Json& result : c.results) {
      const auto found = rows.find(value_identity(result));
      if (found == rows.end()) {
        ++out.fresh;
        continue;
      }
      ++out.compared;
      RowComparison(c, result, baseline, *found->second, rules, &out.regressions).run();
      rows.erase(found);  // equal requests of one case are paired in order
    }
  }
  out.absent = rows.size();
  return out;
}

}  // namespace plumbline
