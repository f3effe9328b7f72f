#include "verify/history/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace plumbline {
namespace {

/// Room for rounding: a difference below is none.
constexpr double kSameError = 0.02, kSameTime = 0.2, kSameSeconds = 0.5, kSameDigits = 1;

class Comparing {
 public:
  void answer(const AnswerCourse& course, const AnswerState* before, const AnswerState& after) {
    const bool was = before != nullptr && before->verdict != "absent",
               is = after.verdict != "absent";
    if (!was && is) ++fresh_[{course.source, course.part}];
    if (was && !is) ++gone_[{course.source, course.part}];
    if (!was || !is) return;
    const auto note = [&](const std::string& kind, const std::string& x, const std::string& y) {
      out_.push_back({kind, course.source, course.part, course.question, course.place, x, y,
                      course.mechanism});
    };
    if (before->verdict != after.verdict) return note("verdict", before->verdict, after.verdict);
    if (before->error && after.error &&
        std::fabs(*after.error - *before->error) > kSameError * std::fabs(*before->error)) {
      note(*after.error > *before->error ? "looser" : "tighter",
           fmt::format("{:.4g}", *before->error), fmt::format("{:.4g}", *after.error));
    }
    if (before->digits && after.digits &&
        std::fabs(*after.digits - *before->digits) >= kSameDigits) {
      note("digits", fmt::format("{:.1f}", *before->digits), fmt::format("{:.1f}", *after.digits));
    }
  }

  void part(const NightPart& before, const NightPart& after) {
    const double x = before.seconds, y = after.seconds;
    if (before.answers != after.answers || std::fabs(y - x) < kSameSeconds) return;
    if (std::fabs(y - x) <= kSameTime * x) return;
    out_.push_back({y > x ? "slower" : "faster", before.source, before.name, "", "",
                    fmt::format("{:.3g} s", x), fmt::format("{:.3g} s", y), ""});
  }

  std::vector<NightChange> finish() {
    for (const auto& [key, n] : fresh_) counted("new", key, n);
    for (const auto& [key, n] : gone_) counted("gone", key, n);
    std::stable_sort(out_.begin(), out_.end(), [](const NightChange& a, const NightChange& b) {
      return (a.kind == "verdict") > (b.kind == "verdict");
    });
    return std::move(out_);
  }

 private:
  using Key = std::pair<std::string, std::string>;
  void counted(const std::string& kind, const Key& key, long n) {
    const std::string count = fmt::format("{} answer{}", n, n == 1 ? "" : "s");
    out_.push_back({kind, key.first, key.second, "", "", "", count, ""});
  }

  std::vector<NightChange> out_;
  std::map<Key, long> fresh_, gone_;
};

}  // namespace

std::vector<NightChange> changes_between(History& history, long before, long after) {
  Comparing comparing;
  for (const AnswerCourse& course : history.courses(before, after)) {
    const AnswerState* then = nullptr;
    if (course.changes.front().night <= before) then = &course.changes.front().state;
    comparing.answer(course, then, course.changes.back().state);
  }
  std::map<std::pair<std::string, std::string>, NightPart> parts;
  for (const KeptPart& kept : history.parts(before, after)) {
    if (kept.night == before) parts[{kept.part.source, kept.part.name}] = kept.part;
    if (kept.night != after) continue;
    const auto then = parts.find({kept.part.source, kept.part.name});
    if (then != parts.end()) comparing.part(then->second, kept.part);
  }
  return comparing.finish();
}

KeptNight find_night(const std::vector<KeptNight>& nights, const std::string& text) {
  for (const KeptNight& night : nights) {
    if (std::to_string(night.id) == text) return night;
  }
  for (auto night = nights.rbegin(); night != nights.rend() && !text.empty(); ++night) {
    if (night->time.rfind(text, 0) == 0 || night->commit.rfind(text, 0) == 0) return *night;
  }
  throw std::invalid_argument("there is no night '" + text +
                              "'; give its number, or the beginning of its time or commit");
}

}  // namespace plumbline
