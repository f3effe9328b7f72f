#include "reference/certificates/paths.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/certificates/request.hpp"
#include "reference/engines/between_engine.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/calibration/calibration.hpp"

namespace plumbline {
namespace {

constexpr int kCoarseDigits = 6;
constexpr double kPatience = 10, kCoarsePatience = 3;  // seconds
constexpr int kSpare = 4, kMostDigits = 12000;
/// This number of digits is cheap for every mechanism and detects almost every error.
constexpr int kCheapDigits = 40;

/// An engine other than that of the certificate.
struct OtherEngine {
  std::string name;
  bool coarse = false;  ///< it reaches few digits
};

/// Returns the engines for a mechanism except the certificate's own, in the order of the registry: those that `auto`
/// would query, and those that check the certificate's engine although `auto` would not query them.
std::vector<OtherEngine> covering(const std::string& mechanism, const std::string& own) {
  const auto is_named = [&own](const EngineEntry& entry) {
    return own.find(entry.name) != std::string::npos;
  };
  const FiniteLosses losses = finite_losses(Composition::parse(mechanism));
  if (!losses.conditional) {  // the loss is never finite: no engine is used, whichever is requested
    const EngineEntry& any = engine_registry().front();
    return is_named(any) ? std::vector<OtherEngine>{} : std::vector<OtherEngine>{{any.name}};
  }
  const Composition near = seen_by_engines(*losses.conditional);
  std::vector<OtherEngine> out;
  for (const EngineEntry& entry : engine_registry()) {
    if (is_named(entry) || !entry.refusal(near).empty()) continue;
    const Estimate estimate = entry.estimate(near);
    if (!estimate.is_worth_it() && estimate.checks != own) continue;
    out.push_back({entry.name, std::isfinite(estimate.digits)});
  }
  return out;
}

/// Returns the mechanism of the question; for a calibration, the member of the family at a stated value. Empty if there
/// is none.
std::string example_of(const CheckTask& task) {
  if (task.entry.subject != Subject::open_mechanism) return task.request.mechanism;
  const Family family(task.request.mechanism, "");
  for (const auto& value : {task.interval.upper, task.interval.lower}) {
    if (!value) continue;
    const auto member = family.member(family.order().integer ? floor(*value) : *value);
    if (member) return member->expression();
  }
  return "";
}

/// Returns the number of significant decimal digits of a number.
int written_digits(const Rational& x) {
  const std::string text = x.text();
  if (text.find('/') != std::string::npos) {
    return static_cast<int>(std::min<size_t>(text.size(), kMostDigits));
  }
  const size_t end = std::min(text.find('e'), text.size());
  return static_cast<int>(std::count_if(text.begin(), text.begin() + static_cast<long>(end),
                                        [](char c) { return c >= '0' && c <= '9'; }));
}

int digits_of_ends(const Interval& stated) {
  int out = 0;
  for (const auto& end : {stated.lower, stated.upper}) {
    if (end) out = std::max(out, written_digits(*end));
  }
  return out;
}

/// Returns the number of digits that suffice to decide if a number lies in the stated interval, unless it is very close
/// to an end.
int digits_needed(const Interval& stated) {
  constexpr int kFirstDigits = 15;
  if (!stated.is_finite() || !stated.ordered()) return kSpare;
  if (stated.is_point()) return std::max(kFirstDigits, digits_of_ends(stated) + kSpare);
  // If the interval contains 0, the number of digits follows from its width, as for a number of size 1.
  if (stated.lower->sign() * stated.upper->sign() < 0) {
    const double places = -Ball(stated.width(), Bits{64}).log_approximate() / kLn10;
    return static_cast<int>(std::clamp(places, 0.0, 100.0)) + kSpare;
  }
  return static_cast<int>(std::min(stated.digits(), 1.0 * kMostDigits)) + 1 + kSpare;
}

/// Returns the other engines that reach the digits needed for the stated intervals.
std::vector<OtherEngine> other_engines(const CheckTask& task, const std::string& mechanism) {
  std::vector<OtherEngine> out = covering(mechanism, task.certificate.engine);
  const bool few = digits_needed(task.interval) <= kCoarseDigits;
  std::erase_if(out, [few](const OtherEngine& one) { return one.coarse && !few; });
  return out;
}

}  // namespace

Poll at_most(double seconds, const Poll& poll) {
  if (!(seconds > 0)) return poll;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  return [end, poll] {
    poll();
    if (std::chrono::steady_clock::now() > end) throw Interrupted{};
  };
}

std::vector<CheckPath> paths_of(const CheckTask& task) {
  const std::string again = "the same formulas at a higher precision";
  const std::string& own = task.certificate.engine;
  const CertificateEntry& form = *task.entry.certificate;
  if (form.computed == Computed::by_transform) return {{"auto", "", true, again}};
  if (form.computed == Computed::by_formulas) {
    if (form.other_path.empty()) return {{"auto", "", false, again}};
    return {{"auto", "", true, form.other_path}, {"auto", "", false, again}};
  }
  std::vector<CheckPath> out;
  const std::string first_mechanism = example_of(task);
  std::vector<OtherEngine> first;
  if (!first_mechanism.empty()) first = other_engines(task, first_mechanism);
  if (task.request.other.empty()) {
    for (const OtherEngine& engine : first) {
      const double patience = engine.coarse ? kCoarsePatience : kPatience;
      out.push_back({engine.name, "", false, "another engine", patience});
    }
  } else if (const auto second = other_engines(task, task.request.other);
             !first.empty() && !second.empty()) {
    out.push_back({first.front().name, second.front().name, false, "another engine", kPatience});
  }
  const bool one = own.find('+') == std::string::npos;
  // The path "the same engine on another path" has a time limit in two cases. Line integrals in balls check line
  // integrals in machine numbers, and may fail where the latter succeed. A stated interval of less than one digit
  // usually means that the time ran out. Then the next path ("the same formulas at a higher precision") usually proves
  // the ends immediately.
  constexpr double kLinePatience = 20, kWidePatience = 3;
  const bool by_machine =
      text_of(task.certificate.parameters, "method").starts_with("line in double");
  out.push_back({one ? own : "auto", "", true, "the same engine on another path",
                 by_machine                   ? kLinePatience
                 : task.interval.digits() < 1 ? kWidePatience
                                              : 0});
  out.push_back({one ? own : "auto", "", false, again});
  if (one) out.push_back({"auto", "", false, again});
  return out;
}

bool is_long_point(const Interval& stated, int least) {
  return stated.is_point() && digits_of_ends(stated) > std::max(kStatedPointDigits, least);
}

std::vector<int> digits_to_try(const std::vector<Interval>& stated, int least) {
  int start = least, last = 0;
  for (const Interval& interval : stated) {
    // Only an exact enclosure proves a stated point [x, x], and a wrong point is detected early. If the number and the
    // point agree to more digits than `most`, the point remains undecided.
    const int most = interval.is_point() ? std::max(kStatedPointDigits, least) : kMostDigits;
    start = std::max(start, std::min(most, digits_needed(interval)));
    last = std::max(last, std::min(most, digits_of_ends(interval) + 2 * kSpare));
  }
  start = std::min(start, kMostDigits);
  std::vector<int> out;
  if (start > kCheapDigits + kSpare) out.push_back(kCheapDigits);
  for (const int more : {0, 9, 30}) out.push_back(start + more);
  if (std::min(last, kMostDigits) > out.back()) out.push_back(std::min(last, kMostDigits));
  return out;
}

}  // namespace plumbline
