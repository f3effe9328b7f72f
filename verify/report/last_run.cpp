#include "verify/report/last_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "verify/report/notation.hpp"
#include "verify/suite/baseline/baseline.hpp"

namespace plumbline {
namespace {

constexpr double kFactor = 1.02, kRounding = 1e-14, kSlower = 2, kSeconds = 0.5;

/// "agrees, not reached"
std::string run_standing(const Json& value) {
  std::string out = text_of(value, "verdict");
  if (out.empty()) out = "certified";
  return text_of(value, "reached") == "false" ? out + ", not reached" : out;
}

const Json* judged_as(const Json& value, const std::string& approximation) {
  const auto list = value.find("judged");
  if (list == value.end() || !list->is_array()) return nullptr;
  for (const Json& judged : *list) {
    if (text_of(judged, "approximation") == approximation) return &judged;
  }
  return nullptr;
}

void compare_judged(const Json& value, const Json& judged, const Json& before, LastRun* out) {
  const std::string name = text_of(judged, "approximation");
  const std::string was = text_of(before, "verdict"), is = text_of(judged, "verdict");
  if (was != is) {
    out->changes.push_back({RunChange::Kind::verdict, &value, name, was, is});
    return;
  }
  const double then = error_of(before, "absolute_error"), now = error_of(judged, "absolute_error");
  const double more = std::max(then, now), less = std::min(then, now);
  if (std::isnan(then) || std::isnan(now) || more <= kFactor * less || more <= less + kRounding) {
    return;
  }
  const auto kind = now > then ? RunChange::Kind::larger_error : RunChange::Kind::smaller_error;
  out->changes.push_back({kind, &value, name, short_number(then), short_number(now)});
}

void compare_values(const Json& value, const Json& before, LastRun* out) {
  if (run_standing(value) != run_standing(before)) {
    out->changes.push_back({RunChange::Kind::verdict, &value, request_text(value),
                            run_standing(before), run_standing(value)});
  }
  const double then = before.value("seconds", 0.0), now = value.value("seconds", 0.0);
  if (now > kSlower * then && now > then + kSeconds) {
    out->changes.push_back({RunChange::Kind::slower, &value, request_text(value),
                            fmt::format("{:.2g} s", then), fmt::format("{:.2g} s", now)});
  }
  for (const Json& judged : value.value("judged", Json::array())) {
    const Json* old = judged_as(before, text_of(judged, "approximation"));
    if (old != nullptr) {
      const Json& mine = *judged_as(value, text_of(judged, "approximation"));
      compare_judged(value, mine, *old, out);
    }
  }
}

}  // namespace

const char* kind_name(RunChange::Kind kind) {
  switch (kind) {
    case RunChange::Kind::verdict:
      return "verdict";
    case RunChange::Kind::larger_error:
      return "larger error";
    case RunChange::Kind::smaller_error:
      return "smaller error";
    case RunChange::Kind::slower:
      return "slower";
  }
  return "";
}

LastRun since_last_run(const RunResults& results) {
  LastRun out;
  out.known = !results.previous.empty();
  if (!out.known) return out;
  std::multimap<std::string, const Json*> before;
  for (const Json& value : results.previous) before.emplace(value_identity(value), &value);
  for (const Json& value : results.values) {
    const auto found = before.find(value_identity(value));
    if (found == before.end()) {
      ++out.fresh;
      continue;
    }
    ++out.compared;
    compare_values(value, *found->second, &out);
    before.erase(found);  // equal requests of one case are paired in order
  }
  out.gone = before.size();
  std::stable_sort(out.changes.begin(), out.changes.end(),
                   [](const RunChange& a, const RunChange& b) { return a.kind < b.kind; });
  return out;
}

}  // namespace plumbline
