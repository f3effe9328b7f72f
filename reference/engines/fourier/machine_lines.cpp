#include "reference/engines/fourier/machine_lines.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::fourier {
namespace {

constexpr int kMostDigits = 9;
constexpr size_t kMostLines = 6;

}  // namespace

MachineLines::MachineLines(const Composition& composition) {
  constexpr long kFewest = 2, kMostSteps = 1L << 23U;
  if (composition.factors().size() != 1) return;
  const Factor& f = composition.factors().front();
  const bool fits = !(f.count < Rational(kFewest)) && !(Rational(kMostSteps) < f.count);
  if (!fits || !f.count.is_integer()) return;
  const auto offered = f.mechanism->offer<mixture::MachineMixture>();
  if (!offered) return;
  law_ = offered->law;
  count_ = static_cast<unsigned long>(std::llround(f.count.approximate()));
}

std::optional<Enclosure> MachineLines::answer(Question question, const Real& t,
                                              const Effort& effort) {
  const bool asked = question == Question::delta || question == Question::excess;
  if (!law_ || !asked || effort.digits > kMostDigits || effort.expired()) return std::nullopt;
  const double near = t.approximate();
  if (!std::isfinite(near)) return std::nullopt;
  if (auto found = from_kept(question, t, near, effort)) return found;
  // Some room, so that the line does for its neighbourhood.
  constexpr double kRoom = 3.5;
  const MachineAim aim{question, near, effort.digits + kRoom, effort.log_enough,
                       std::log(static_cast<double>(count_))};
  const auto contour = choose_machine_contour(*law_, aim);
  if (!contour) return std::nullopt;
  lines_.push_front({question, near, aim.digits, MachineLine(*law_, count_, *contour)});
  if (lines_.size() > kMostLines) lines_.pop_back();
  Enclosure out = lines_.front().line.answer(question, t);
  return effort.suffices(out.value) ? std::optional(out) : std::nullopt;
}

/// From the nearest line, where it can be expected to do.
std::optional<Enclosure> MachineLines::from_kept(Question question, const Real& t, double near,
                                                 const Effort& effort) {
  auto best = lines_.end();
  for (auto it = lines_.begin(); it != lines_.end(); ++it) {
    const double distance = std::fabs(it->t - near) * (1 + std::fabs(it->line.contour().c));
    constexpr double kFar = 4;  // in logarithms of the answer
    const bool fits =
        it->question == question && it->digits >= effort.digits + 1 && distance < kFar;
    if (!fits) continue;
    if (best == lines_.end() || std::fabs(it->t - near) < std::fabs(best->t - near)) best = it;
  }
  if (best == lines_.end()) return std::nullopt;
  lines_.splice(lines_.begin(), lines_, best);
  Enclosure out = lines_.front().line.answer(question, t);
  return effort.suffices(out.value) ? std::optional(out) : std::nullopt;
}

}  // namespace plumbline::fourier
