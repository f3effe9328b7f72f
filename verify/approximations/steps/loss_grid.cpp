#include "verify/approximations/steps/loss_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/approximations/steps/loss_tails.hpp"
#include "verify/approximations/steps/loss_transform.hpp"

namespace plumbline::approximations {
namespace {

constexpr double kMostCells = 1 << 22, kLeastOrder = 1e-3, kMostOrder = 100;

double steps_of(const std::vector<StepLaw>& laws) {
  double steps = 0;
  for (const StepLaw& law : laws) steps += law.count.approximate();
  return steps;
}

/// Returns the t with the given sign and the smallest |t| for which `beyond(t)` is at most `tail`, to within one
/// spacing. The search doubles |t|, beginning with the spacing, until the condition holds. Then it bisects.
template <class Beyond>
double edge(double sign, double spacing, double tail, const Beyond& beyond) {
  double reach = spacing;
  while (beyond(sign * reach) > tail && reach < 1e5) reach *= 2;
  double low = 0;
  while (reach - low > spacing) {
    const double middle = (low + reach) / 2;
    (beyond(sign * middle) > tail ? low : reach) = middle;
  }
  return sign * reach;
}

StepRange step_range(const LossTails<double>& tails, double spacing, double tail) {
  const double hi = edge(1, spacing, tail, [&](double t) { return tails.alternative_above(t); });
  const double lo = edge(-1, spacing, tail, [&](double t) { return tails.alternative_at_most(t); });
  return {static_cast<long>(std::floor(lo / spacing)) - 1,
          static_cast<long>(std::ceil(hi / spacing)) + 1};
}

/// Returns the smallest t (the largest t if sign = -1) for which Chernoff's bound proves that the sum S of losses is
/// above t (below t if sign = -1) with a probability of at most `tail` under the alternative. With x = sign * order,
/// sign * t is the minimum over the orders of (log E[e^{xS}] + log(1/tail)) / order. Under the alternative, log
/// E[e^{xS}] is K(1 + x) forward and K(-x) in reverse, where K(s) = log E_P[e^{sL}] (loss_transform.hpp).
double chernoff(const LossTransform<double>& K, bool reverse, double sign, double tail) {
  double best = std::numeric_limits<double>::infinity();
  for (double order = kLeastOrder; order < kMostOrder; order *= 1.3) {
    const double x = sign * order;
    best = std::min(best, (K.at(reverse ? -x : 1 + x).value - std::log(tail)) / order);
  }
  return sign * best;
}

}  // namespace

LossGrid loss_grid(const std::vector<StepLaw>& laws, bool reverse, double spacing, double tail) {
  LossGrid grid{spacing, tail, {}, 0, 1};
  const double per_step = tail / (2 * steps_of(laws));
  for (const StepLaw& law : laws) {
    grid.ranges.push_back(step_range(LossTails<double>(law, reverse), spacing, per_step));
  }
  const LossTransform<double> K(laws, kMostOrder + 1);
  // Widens the range, because discretisation changes the loss of a step by at most one spacing.
  const double hi = chernoff(K, reverse, 1, tail), lo = chernoff(K, reverse, -1, tail);
  const double moved = spacing * steps_of(laws);
  grid.first = static_cast<long>(std::floor((lo - moved) / spacing));
  const double cells = (hi - lo + 2 * moved) / spacing + 2;
  while (static_cast<double>(grid.size) < cells) grid.size *= 2;
  return grid;
}

std::string grid_refusal(const std::vector<StepLaw>& laws, double spacing, double tail,
                         const std::string& option) {
  for (const StepLaw& law : laws) {
    if (Rational(1000000000) < law.count) return "discretises up to 10^9 steps of a mechanism";
  }
  for (const bool reverse : {false, true}) {
    const LossGrid grid = loss_grid(laws, reverse, spacing, tail);
    double cells = static_cast<double>(grid.size);
    for (const StepRange& range : grid.ranges) {
      cells = std::max(cells, static_cast<double>(range.last - range.first));
    }
    if (cells > kMostCells) {
      return fmt::format("would need {:.2g} losses (at most 2^22); raise option {}", cells, option);
    }
  }
  return "";
}

}  // namespace plumbline::approximations
