/// Divides the range of k, the number of outcomes of an event, into cells, and computes the smallest bound on each
/// cell.
#include <algorithm>
#include <cmath>
#include <queue>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/selection/bound_root.hpp"
#include "reference/quantities/selection/noisy_choice.hpp"
#include "reference/quantities/selection/rank_weights.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// The bound that the threshold `at` implies, as a point (odds, height) with odds = e^at.
struct LimitCorner {
  double odds, height, at;
};

/// Appends a corner to the lower convex hull. The new corner must lie right of all others.
void add_to_hull(const LimitCorner& next, std::vector<LimitCorner>* hull) {
  while (hull->size() >= 2) {
    const LimitCorner &a = (*hull)[hull->size() - 2], &b = hull->back();
    if ((b.height - a.height) * (next.odds - a.odds) <
        (next.height - a.height) * (b.odds - a.odds)) {
      break;
    }
    hull->pop_back();
  }
  hull->push_back(next);
}

/// Returns the number at which a cell is divided. This is the geometric mean of the two ends, if their ratio is larger
/// than the ratio of their distances from m; otherwise the number whose distance from m is the geometric mean of these
/// distances.
double cut_of(double first, double last, double outcomes) {
  const double from_end = outcomes - last, from_start = outcomes - first;
  const double middle = last / first > from_start / from_end
                            ? std::floor(std::sqrt(first * last))
                            : outcomes - std::ceil(std::sqrt(from_start * from_end));
  return std::clamp(middle, first, last - 1);
}

}  // namespace

/// Returns the cell of the range [first, last] of k: the smallest bound at epsilon (`here`) on its events, and the one
/// or two thresholds that imply this bound. The bound is the value at epsilon of the lower convex hull of the bounds at
/// all thresholds.
NoisyChoice::Cell NoisyChoice::cell(double first, double last, const ThresholdLine& here,
                                    const Thresholds& thresholds) const {
  const double at_here = std::log(here.near_odds);
  Cell out{first, last, limit(here, first, last), at_here, at_here};
  std::vector<LimitCorner> hull{{0, 1, kNone}};
  for (const auto& [t, line] : thresholds) {
    add_to_hull({line->near_odds, limit(*line, first, last), t}, &hull);
  }
  for (size_t i = 0; i < hull.size() && hull[i].odds < here.near_odds; ++i) {
    if (hull[i].height < out.value) out = {first, last, hull[i].height, hull[i].at, kNever};
  }
  for (size_t i = 1; i < hull.size(); ++i) {
    const LimitCorner &a = hull[i - 1], &b = hull[i];
    if (!(a.odds < here.near_odds && here.near_odds < b.odds)) continue;
    const double share = (b.odds - here.near_odds) / (b.odds - a.odds);
    const double value = share * a.height + (1 - share) * b.height;
    if (value < out.value) out = {first, last, value, a.at, b.at};
  }
  return out;
}

/// Returns cells that together cover all k. They are narrow where their bounds are largest, because the largest bound
/// is the result.
std::vector<NoisyChoice::Cell> NoisyChoice::search(const ThresholdLine& here,
                                                   const Thresholds& thresholds) const {
  constexpr int kMostCuts = 400;
  constexpr double kEnough = 1 + 1e-6;
  std::priority_queue<Cell> cells;
  cells.push(cell(1, outcomes_ - 1, here, thresholds));
  double best = 0;
  for (int i = 0; i < kMostCuts; ++i) {
    const Cell top = cells.top();
    if (top.first == top.last || top.value <= best * kEnough) break;
    cells.pop();
    const double middle = cut_of(top.first, top.last, outcomes_);
    best = std::max(best, cell(middle, middle, here, thresholds).value);
    cells.push(cell(top.first, middle, here, thresholds));
    cells.push(cell(middle + 1, top.last, here, thresholds));
  }
  std::vector<Cell> out;
  for (; !cells.empty(); cells.pop()) out.push_back(cells.top());
  return out;
}

Ball NoisyChoice::certify(const Cell& cell, const ThresholdLine& here) {
  const Ball direct = certain_limit(here, cell.first, cell.last);
  if (cell.left == cell.right) return direct;
  const bool everything = cell.left == kNone;
  const Ball left_odds = everything ? Ball(bits_) : line(cell.left).odds;
  const Ball left =
      everything ? Ball::integer(1, bits_) : certain_limit(line(cell.left), cell.first, cell.last);
  // The thresholds chosen by doubles may equal epsilon itself.
  if (!certainly_less(left_odds, here.odds)) return direct;
  if (cell.right == kNever) return min(direct, left);
  const ThresholdLine& right = line(cell.right);
  if (!certainly_less(here.odds, right.odds)) return min(direct, left);
  const Ball share = (right.odds - here.odds) / (right.odds - left_odds);
  const Ball chord = share * left + (Ball::integer(1, bits_) - share) *
                                        certain_limit(right, cell.first, cell.last);
  return min(direct, min(left, chord));
}

}  // namespace plumbline
