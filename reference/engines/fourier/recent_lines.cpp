#include "reference/engines/fourier/recent_lines.hpp"

#include <cmath>
#include <utility>

namespace plumbline::fourier {
namespace {

constexpr size_t kMostLines = 8;

/// Returns true if `rest` has few of the product's steps, so that a contour for the other steps serves for the
/// product.
bool is_small(const MachineProduct& rest, const MachineProduct& product) {
  constexpr unsigned long kShare = 8;
  return rest.steps() <= product.steps() / kShare;
}

/// Returns true if the question and the contour of both lines are equal.
bool same_design(const DesignedLine& a, const DesignedLine& b) {
  const MachineContour &x = a.line.contour(), &y = b.line.contour();
  return a.question == b.question && a.fine() == b.fine() && x.c == y.c && x.step == y.step &&
         x.last == y.last;
}

}  // namespace

double DesignedLine::distance(double at) const {
  return std::fabs(t - at) * (1 + std::fabs(line.contour().c));
}

bool DesignedLine::serves(Question asked, double at, double enough, bool needs_fine) const {
  constexpr double kFar = 4;
  return question == asked && (fine() || !needs_fine) && log_enough <= enough + 1 &&
         distance(at) < kFar;
}

RecentLines& RecentLines::here() {
  thread_local RecentLines lines;
  return lines;
}

void RecentLines::store(std::shared_ptr<const MachineCounts> product, const DesignedLine& line) {
  if (product->of.size() < kFewestFactors) return;
  lines_.remove_if([&](const Stored& stored) { return same_design(stored.line, line); });
  lines_.push_front({std::move(product), line});
  if (lines_.size() > kMostLines) lines_.pop_back();
}

std::optional<DesignedLine> RecentLines::extended(const MachineProduct& product, Question question,
                                                  double t, const Effort& effort, bool fine) const {
  for (const Stored& stored : lines_) {
    const DesignedLine& known = stored.line;
    if (!known.serves(question, t, effort.log_enough, fine)) continue;
    const auto rest = product.beyond(*stored.product);
    if (!rest || !is_small(*rest, product)) continue;
    auto line = known.line.extended(*rest, effort.poll);
    if (!line) continue;
    return DesignedLine{known.question, known.t, known.log_enough, std::move(*line)};
  }
  return std::nullopt;
}

}  // namespace plumbline::fourier
