#include "verify/history/trends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "reference/arithmetic/number_or_none.hpp"

namespace plumbline {
namespace {

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// "sound" of "sound, stated error violated".
std::string first_word(const std::string& verdict) { return verdict.substr(0, verdict.find(',')); }

/// What says nothing of what is true.
bool is_open(const std::string& verdict) {
  static const std::set<std::string> words = {"undecided", "absent", "unsupported"};
  return words.contains(first_word(verdict));
}

/// The states of one answer, held against each other.
class CourseTrends {
 public:
  CourseTrends(const AnswerCourse& course, const TrendRules& rules, std::vector<Trend>* found)
      : course_(course), rules_(rules), found_(found) {}

  void run() {
    flips();
    enclosures();
    if (course_.changes.back().state.verdict == "absent") return;
    errors();
    digits();
  }

 private:
  void note(Trend::Kind kind, long from, long to, const std::string& message) {
    found_->push_back({kind, course_.source, course_.part, course_.question, course_.place,
                       course_.replay, message, from, to});
  }

  /// A verdict is held against the last one that there was: a night that did not ask is no answer.
  void flips() {
    const AnswerCourse::Change* before = nullptr;
    for (const AnswerCourse::Change& now : course_.changes) {
      if (now.state.verdict == "absent") continue;
      if (before != nullptr && is_flip(course_.source, before->state.verdict, now.state.verdict)) {
        note(Trend::Kind::flipped, before->night, now.night,
             before->state.verdict + " became " + now.state.verdict);
      }
      before = &now;
    }
  }

  /// All enclose the same number, so they meet.
  void enclosures() {
    std::optional<Rational> highest, lowest;  // lower end, upper end
    const AnswerCourse::Change *above = nullptr, *below = nullptr;
    for (const AnswerCourse::Change& now : course_.changes) {
      const auto lower = rational_or_none(now.state.lower),
                 upper = rational_or_none(now.state.upper);
      if (!lower || !upper) continue;
      const AnswerCourse::Change* other = highest && *upper < *highest ? above
                                          : lowest && *lowest < *lower ? below
                                                                       : nullptr;
      if (other != nullptr) {
        note(Trend::Kind::apart, other->night, now.night,
             fmt::format("[{}, {}] does not meet [{}, {}]: one of them misses the truth",
                         now.state.lower, now.state.upper, other->state.lower, other->state.upper));
      }
      if (!highest || *highest < *lower) {
        highest = lower;
        above = &now;
      }
      if (!lowest || *upper < *lowest) {
        lowest = upper;
        below = &now;
      }
    }
  }

  void errors() {
    const AnswerCourse::Change &last = course_.changes.back(), *least = nullptr;
    for (const AnswerCourse::Change& now : course_.changes) {
      // The error of another verdict is that of another thing: a sound bound's looseness.
      if (!now.state.error || now.state.verdict != last.state.verdict) continue;
      if (least == nullptr || *now.state.error < *least->state.error) least = &now;
    }
    if (least == nullptr || !last.state.error) return;
    const double now = *last.state.error, then = *least->state.error;
    constexpr double kRounding = 1e-14;
    if (now <= then * rules_.looser || now <= then + kRounding) return;
    note(Trend::Kind::looser, least->night, last.night,
         fmt::format("off by {:.4g} of the truth, was {:.4g}", now, then));
  }

  void digits() {
    const AnswerCourse::Change &last = course_.changes.back(), *most = nullptr;
    for (const AnswerCourse::Change& now : course_.changes) {
      if (!now.state.digits) continue;
      if (most == nullptr || *now.state.digits > *most->state.digits) most = &now;
    }
    if (most == nullptr || !last.state.digits) return;
    if (*most->state.digits - *last.state.digits < rules_.digits) return;
    note(Trend::Kind::fewer_digits, most->night, last.night,
         fmt::format("{:.1f} digits, had {:.1f}", *last.state.digits, *most->state.digits));
  }

  const AnswerCourse& course_;
  const TrendRules& rules_;
  std::vector<Trend>* found_;
};

/// The nights of one part on one machine.
struct PartNights {
  std::vector<long> nights;
  std::vector<double> seconds_each;
  double answers = 0;  ///< in the last of them
};

void find_slower(const std::string& source, const std::string& name, const PartNights& part,
                 const TrendRules& rules, std::vector<Trend>* found) {
  const auto note = [&](double growth, const std::string& how) {
    found->push_back({Trend::Kind::slower, source, name, "", "", "",
                      fmt::format("{:.0f} % slower {}: {:.3g} s for {:g} answers", 100 * growth,
                                  how, part.seconds_each.back() * part.answers, part.answers),
                      part.nights.front(), part.nights.back()});
  };
  if (part.nights.size() < 2) return;
  const double growth = robust_growth(part.seconds_each), last = part.seconds_each.back();
  const double lost = last * part.answers * growth / (1 + growth);
  if (growth * 100 >= rules.slower && lost >= rules.floor) {
    return note(growth, fmt::format("over {} nights", part.nights.size()));
  }
  const double usual = middle({part.seconds_each.begin(), part.seconds_each.end() - 1});
  if (usual <= 0 || last < rules.jump * usual) return;
  if ((last - usual) * part.answers >= rules.floor) {
    note(last / usual - 1, "than in the nights before");
  }
}

void find_slower_parts(History& history, long first, const std::vector<KeptNight>& nights,
                       const TrendRules& rules, std::vector<Trend>* found) {
  std::set<long> here;  // nights on the machine of the last
  for (const KeptNight& night : nights) {
    if (night.machine == nights.back().machine) here.insert(night.id);
  }
  std::map<std::pair<std::string, std::string>, PartNights> parts;
  for (const KeptPart& kept : history.parts(first, nights.back().id)) {
    if (!here.contains(kept.night) || kept.part.answers == 0 || kept.part.seconds <= 0) continue;
    PartNights& part = parts[{kept.part.source, kept.part.name}];
    part.nights.push_back(kept.night);
    part.answers = static_cast<double>(kept.part.answers);
    part.seconds_each.push_back(kept.part.seconds / part.answers);
  }
  for (const auto& [key, part] : parts) find_slower(key.first, key.second, part, rules, found);
}

}  // namespace

const char* kind_name(Trend::Kind kind) {
  switch (kind) {
    case Trend::Kind::flipped:
      return "flipped";
    case Trend::Kind::apart:
      return "apart";
    case Trend::Kind::looser:
      return "looser";
    case Trend::Kind::fewer_digits:
      return "fewer digits";
    case Trend::Kind::slower:
      return "slower";
  }
  return "";
}

bool is_flip(const std::string& source, const std::string& before, const std::string& after) {
  if (before == after || is_open(before) || after == "absent") return false;
  // What a source prints may be mended in its case; what an accountant said stays said.
  if (source == "value" && (after == "agrees" || after == "disputed")) return before == "agrees";
  if (source == "judged" && after == "measured") return false;
  return true;
}

double robust_growth(const std::vector<double>& values) {
  const size_t n = values.size();
  if (n < 5) return 0;
  std::vector<double> slopes;
  double rises = 0;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 1; j < n; ++j) {
      if (!(values[i] > 0) || !(values[j] > 0)) return 0;
      slopes.push_back(std::log(values[j] / values[i]) / static_cast<double>(j - i));
      rises += values[j] > values[i] ? 1 : values[j] < values[i] ? -1 : 0;
    }
  }
  constexpr double kFivePercent = 1.645;
  const auto m = static_cast<double>(n);
  if ((rises - 1) / std::sqrt(m * (m - 1) * (2 * m + 5) / 18) < kFivePercent) return 0;
  return std::expm1(middle(slopes) * (m - 1));
}

std::vector<Trend> trends(History& history, const TrendRules& rules) {
  std::vector<KeptNight> nights = history.nights();
  if (nights.empty()) return {};
  const long last = nights.back().id;
  const long first = std::max({1L, rules.since, last - rules.nights + 1});
  std::erase_if(nights, [first](const KeptNight& night) { return night.id < first; });
  std::vector<Trend> out;
  for (const AnswerCourse& course : history.courses(first, last)) {
    if (course.changes.size() > 1) CourseTrends(course, rules, &out).run();
  }
  find_slower_parts(history, first, nights, rules, &out);
  std::stable_sort(out.begin(), out.end(),
                   [](const Trend& a, const Trend& b) { return a.kind < b.kind; });
  return out;
}

}  // namespace plumbline
