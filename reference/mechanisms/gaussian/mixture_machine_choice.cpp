#include <algorithm>
#include <cmath>

#include "reference/arithmetic/functions/machine_exps.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"
#include "reference/mechanisms/gaussian/mixture_table.hpp"

namespace plumbline::mixture::heuristic {

namespace {

/// Returns a power of two at or beyond the tilt. A table for this power also serves the tilts between it and 0 or 1, so
/// that a search over many tilts needs few tables.
double far_tilt(double c) {
  if (c >= 0 && c <= 1) return 1;
  return std::copysign(std::exp2(std::max(-1.0, std::ceil(std::log2(std::fabs(c))))), c);
}

Sketch sketch_by(const Table* table, double c) {
  if (table == nullptr) return {kInf, 0, 1};
  const size_t n = table->size();
  double peak = -kInf;
  std::vector<double> exponent(n), weight;
  for (size_t i = 0; i < n; ++i) {
    exponent[i] = table->log_phi[i] + c * table->l[i];
    peak = std::max(peak, exponent[i]);
  }
  for (double& x : exponent) x -= peak;
  machine_exps(exponent, &weight);
  double sum = 0, first = 0, second = 0;
  for (size_t i = 0; i < n; ++i) {
    const double l = table->l[i];
    sum += weight[i];
    first += weight[i] * l;
    second += weight[i] * l * l;
  }
  const double mean = first / sum;
  return {peak + std::log(sum), mean, std::max(second / sum - mean * mean, 1e-300)};
}

}  // namespace

Sketch sketch(const MixtureLaw& law, double c) {
  return sketch_by(TableFor(law, far_tilt(c)).shared().get(), c);
}

Sketcher::Sketcher(MakeTable make) : make_(std::move(make)), tables_(3) {}

Sketch Sketcher::at(double c) {
  const double tilt = far_tilt(c);
  const auto& table = tables_.get(tilt, [&] { return make_(tilt); });
  return sketch_by(table.get(), c);
}

Sketcher sketcher_of(const MixtureLaw& law) {
  return Sketcher([law](double tilt) { return TableFor(law, tilt).shared(); });
}

namespace {

/// Returns the log of the sum over the omitted nodes right of t, as in MACHINE-OMITTED.
double log_omitted(const MixtureLaw& law, double c, double t) {
  const double mu = law.mu_approx, beyond = t - c * mu;
  return c * (log_ratio(law, t) - z_of(law, t) + (c - 1) * mu * mu / 2) - beyond * beyond / 2;
}

/// Chooses the shift and step with the fewest nodes for which the sum of the moduli is not far above K(c).
void choose_lines(const MixtureLaw& law, double low, double depth, Grid* grid) {
  for (const double a : {0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.25, 1.6}) {
    const double angle = 2 * a * law.mu_approx;
    if (angle > 0.95 * M_PI) break;
    double log_M = 0;
    if (low < 0) {
      log_M = low * std::log(std::cos(angle / 2));
      if (angle < 0.49 * M_PI) log_M = std::min(log_M, low * std::log1p(-law.p_approx));
    }
    const double h = 2 * M_PI * a / (depth + std::log1p(std::exp(2 * a * a + log_M)));
    if (!(h > grid->step)) continue;
    grid->step = rounded_down(h, 20);
    grid->shift = a;
  }
}

}  // namespace

Grid machine_grid(const MixtureLaw& law, double low, double high, double log_count,
                  double depth_of_one) {
  Grid grid;
  const double depth = depth_of_one + 4 * std::ceil(std::max(0.0, log_count) / 4);
  choose_lines(law, low, depth, &grid);
  if (!(grid.step > 0)) return grid;
  const double needed = depth + grid.shift * grid.shift / 2;
  double right = std::sqrt(2 * needed), left = right;
  if (low < 0) left = right = std::sqrt(2 * (needed + low * std::log1p(-law.p_approx)));
  if (high > 0) {
    const double goal = sketch(law, high).log_K - needed;
    double t = std::ceil(std::max(0.0, high * law.mu_approx));
    constexpr int kMostSteps = 400;
    for (int i = 0; i < kMostSteps && log_omitted(law, high, t) > goal; ++i) t += 0.5;
    right = std::max(right, t);
  }
  // The ends are integers, so that similar grids have the same nodes.
  grid.first = saturated(std::floor(-std::ceil(left) / grid.step)) - 1;
  grid.last = saturated(std::ceil(std::ceil(right) / grid.step)) + 1;
  return grid;
}

}  // namespace plumbline::mixture::heuristic
