#include "reference/engines/fourier/machine_lines.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::fourier {
namespace {

constexpr int kMostDigits = 9, kMostFineDigits = 24;
constexpr size_t kMostLines = 6;

}  // namespace

std::optional<Enclosure> MachineLines::answer(Question question, const Real& t,
                                              const Effort& effort) {
  try {
    return by_lines(question, t, effort);
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

std::optional<Enclosure> MachineLines::by_lines(Question question, const Real& t,
                                                const Effort& effort) {
  const bool asked = question == Question::delta || question == Question::excess;
  if (!product_ || !asked || effort.digits > kMostFineDigits || effort.expired()) {
    return std::nullopt;
  }
  // The rounding mode is checked after each poll, because a caller's poll may change it. MACHINE-LINE and
  // MACHINE-MIXTURE require rounding to nearest for every answer.
  if (!std::isfinite(t.approximate()) || !rounds_to_nearest()) return std::nullopt;
  if (effort.digits <= kMostDigits) {
    if (auto out = by_lines(question, t, effort, false)) return out;
  }
  return by_lines(question, t, effort, true);
}

std::optional<Enclosure> MachineLines::by_lines(Question question, const Real& t,
                                                const Effort& effort, bool fine) {
  const double near = t.approximate();
  if (const DesignedLine* kept = kept_for(question, near, effort, fine)) {
    Enclosure out = kept->line.answer(question, t);
    if (effort.suffices(out.value)) return out;
    // If the line was computed for nearly this threshold, a new line would not have more digits.
    if (kept->distance(near) < 0.5 && kept->fine() == fine) return std::nullopt;
  }
  if (auto out = by_recent(question, t, effort, fine)) return out;
  if (is_hopeless(question, near, fine)) return std::nullopt;
  for (const bool sharp : {false, true}) {
    const MachineLine* const line = made_for(question, near, effort, fine, sharp);
    if (line == nullptr) break;
    Enclosure out = line->answer(question, t);
    if (effort.suffices(out.value)) return out;
    // A line without digits (`small`) does not suffice if the answer is larger than estimated; then a line with digits
    // is tried.
    if (!line->contour().small) break;
  }
  return std::nullopt;
}

std::optional<Enclosure> MachineLines::by_recent(Question question, const Real& t,
                                                 const Effort& effort, bool fine) {
  if (product_->factors().size() < RecentLines::kFewestFactors) return std::nullopt;
  RecentLines& recent = RecentLines::here();
  auto found = recent.extended(*product_, question, t.approximate(), effort, fine);
  if (!found) return std::nullopt;
  Enclosure out = found->line.answer(question, t);
  if (!effort.suffices(out.value)) return std::nullopt;
  recent.store(product_->counts(), *found);
  lines_.push_front(std::move(*found));
  if (lines_.size() > kMostLines) lines_.pop_back();
  return out;
}

/// Computes a new line for t. If `sharp`, the line has digits of the answer even if the answer seems to be small.
/// Returns null if there is no short line.
const MachineLine* MachineLines::made_for(Question question, double t, const Effort& effort,
                                          bool fine, bool sharp) {
  // A margin of digits, so that the line is also accurate enough at nearby thresholds and at the ends of a bracket
  // around the result.
  constexpr double kRoom = 2, kFewest = 11, kFewestFine = 18;
  const double none = Effort{}.log_enough;
  const double enough = sharp ? none : effort.log_enough;
  const double digits = std::max(effort.digits + kRoom, fine ? kFewestFine : kFewest);
  const auto contour =
      choose_machine_contour(*product_, {question, t, digits, enough, effort.poll, fine});
  if (!contour) {
    hopeless_ = {question, t, fine};
    return nullptr;
  }
  lines_.push_front(
      {question, t, contour->small ? enough : none, MachineLine(*product_, *contour, effort.poll)});
  if (lines_.size() > kMostLines) lines_.pop_back();
  if (product_->factors().size() >= RecentLines::kFewestFactors) {
    RecentLines::here().store(product_->counts(), lines_.front());
  }
  return &lines_.front().line;
}

/// Returns true if a search at a near threshold found no short line. A failure in doubles also counts for
/// double-doubles, because they are used for more digits.
bool MachineLines::is_hopeless(Question question, double t, bool fine) const {
  constexpr double kNear = 0.3;
  return hopeless_ && hopeless_->question == question && (fine || !hopeless_->fine) &&
         std::fabs(hopeless_->t - t) < kNear * std::fabs(t);
}

/// Returns the nearest line that is expected to have the requested digits.
const DesignedLine* MachineLines::kept_for(Question question, double t, const Effort& effort,
                                           bool fine) {
  auto best = lines_.end();
  for (auto it = lines_.begin(); it != lines_.end(); ++it) {
    if (!it->serves(question, t, effort.log_enough, fine)) continue;
    if (best == lines_.end() || std::fabs(it->t - t) < std::fabs(best->t - t)) best = it;
  }
  if (best == lines_.end()) return nullptr;
  lines_.splice(lines_.begin(), lines_, best);
  return &lines_.front();
}

}  // namespace plumbline::fourier
