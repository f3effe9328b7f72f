#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_table.hpp"

namespace plumbline::mixture::heuristic {
namespace {

double log_add(double a, double b) {
  const double m = std::max(a, b);
  if (m == -kInf) return m;
  return m + std::log(std::exp(a - m) + std::exp(b - m));
}

/// Finds the strip 0 < b < reach with the largest step for which the discretisation error is below e^-target, if the
/// integrand on the edge of the strip has the size e^{log_size(b)}.
template <class LogSize>
void best_step(double reach, double target, LogSize log_size, double* strip, double* step) {
  *step = 0;
  constexpr int kStrips = 60;
  for (int i = 1; i <= kStrips; ++i) {
    const double b = reach * i / (kStrips + 1);
    const double h = 2 * M_PI * b / (target + log_size(b));
    if (h > *step) {
      *step = h;
      *strip = b;
    }
  }
  *step = rounded_down(*step, 20);
  *strip = rounded_down(*strip, 20);
}

double log_size_bound(const MixtureLaw& law, double c, double kappa) {
  if (c >= 0 && c <= 1) return 0;
  if (c > 1 && law.window.high) return c * log_ratio(law, winning_place(law, c, kappa));
  MixtureLaw plain = law;
  plain.window = Window{};
  plain.table.reset();
  return log_transform(plain, c);
}

/// Estimates the log of the sum of h phi(x) e^{ax} over the nodes from u outward, as W(a, u) of MIXTURE-TAILS does.
double log_tail(double a, double u, bool to_right) {
  const double out = to_right ? u - a : a - u;
  if (out >= 0) return a * a / 2 - out * out / 2;
  return a == 0 ? 0 : kInf;
}

double log_right_tail(const MixtureLaw& law, double c, double u, double kappa) {
  const double l = log_ratio(law, u), mu = law.mu_approx;
  const Window upper = upper_part(law.window);
  double best = kInf;
  if (c < 0 ||
      window_seems_to_win(upper, z_of(law, u), kappa, law.p_approx / (1 - law.p_approx), c)) {
    best = c * l + log_tail(0, u, true);
  }
  if (c >= 0) {
    best = std::min(best, c * (l - z_of(law, u)) - c * mu * mu / 2 + log_tail(c * mu, u, true));
  }
  return best + (upper.whole() ? 0 : log_window(upper, z_of(law, u) + std::log(kappa)));
}

double log_left_tail(const MixtureLaw& law, double c, double u, double kappa) {
  const double l = log_ratio(law, u), mu = law.mu_approx;
  const Window lower = lower_part(law.window);
  const double window = lower.whole() ? 0 : log_window(lower, z_of(law, u) + std::log(kappa));
  if (c >= 0) return window + c * l + log_tail(0, u, false);
  return window + std::min(c * std::log1p(-law.p_approx) + log_tail(0, u, false),
                           c * (l - z_of(law, u)) - c * mu * mu / 2 + log_tail(c * mu, u, false));
}

/// Sets the range of the grid such that the omitted nodes on Im u = b contribute less than e^-target K(c).
void choose_range(const MixtureLaw& law, double c, double target, double b, Grid* grid) {
  const double goal = log_transform(law, c) - target - log_growth(law, b) - 1;
  const double kappa = widening(law, b), cosine = log_cosine(law, b, c);
  const bool flat = c < 0 && b * law.mu_approx < 0.499 * M_PI;
  const double power = c * std::log1p(-law.p_approx);
  const auto tail = [&](auto side, double u) {
    const double first = cosine + side(law, c, u, kappa);
    return flat ? std::min(first, power + side(law, 0, u, kappa)) : first;
  };
  double right = std::max(0.0, c * law.mu_approx), left = 0, step = 0.25;
  if (!law.window.whole()) step = std::min(step, 0.05 / law.mu_approx);
  const auto place = [&](double z) { return z / law.mu_approx + law.mu_approx / 2; };
  if (law.window.high) right = std::min(right, place(*law.window.high));
  if (law.window.low) left = place(*law.window.low) + 3 / law.mu_approx;
  constexpr int kMostSteps = 4000;
  for (int i = 0; i < kMostSteps && tail(log_right_tail, right) > goal; ++i) right += step;
  for (int i = 0; i < kMostSteps && tail(log_left_tail, left) > goal; ++i) left -= step;
  grid->first = saturated(std::floor(left / grid->step)) - 1;
  grid->last = saturated(std::ceil(right / grid->step)) + 1;
}

}  // namespace

double winning_place(const MixtureLaw& law, double c, double kappa) {
  const Window upper = upper_part(law.window);
  const double ratio = law.p_approx / (1 - law.p_approx);
  double low = *law.window.high - 40, high = *law.window.high + 80;
  for (int i = 0; i < 30; ++i) {
    const double z = (low + high) / 2;
    (window_seems_to_win(upper, z, kappa, ratio, c) ? high : low) = z;
  }
  return rounded_down(high / law.mu_approx + law.mu_approx / 2, 20) + 1e-4 / law.mu_approx;
}

namespace {

/// Estimates strip_size relative to K(c).
class Strip {
 public:
  Strip(const MixtureLaw& law, double c)
      : law_(law), c_(c), varies_(!law.window.whole() && c > 1 && law.window.high) {
    if (law.window.whole() && c >= 0) return;
    const double log_K = log_transform(law, c);
    offset_ = -log_K;
    flat_ = c < 0 ? c * std::log1p(-law.p_approx) - log_K : kInf;
    if (!varies_ && !law.window.whole()) fixed_ = log_size_bound(law, c, 1) - log_K;
  }
  double log_size(double a, double b, double kappa) const {
    double size = (log_cosine(law_, a, c_) + log_cosine(law_, b, c_)) / 2;
    size += varies_ ? log_size_bound(law_, c_, kappa) + offset_ : fixed_;
    const double angle = std::max(a, b) * law_.mu_approx;
    return angle < 0.499 * M_PI ? std::min(size, flat_) : size;
  }

 private:
  const MixtureLaw& law_;
  double c_, offset_ = 0, flat_ = kInf, fixed_ = 0;
  bool varies_;
};

/// Returns `share` times the largest b for which the growth is bounded; without window this b is pi/mu.
double widest(const MixtureLaw& law, double share) {
  return (law.window.whole() ? 1.0 : 0.49) * share * M_PI / law.mu_approx;
}

}  // namespace

Grid real_grid(const MixtureLaw& law, double c, double target) {
  Grid grid;
  const Strip strip(law, c);
  best_step(
      std::min(widest(law, 1), 40.0), target,
      [&](double b) { return log_growth(law, b) + strip.log_size(b, b, widening(law, b)) + 1; },
      &grid.strip, &grid.step);
  choose_range(law, c, target, 0, &grid);
  return grid;
}

Grid line_grid(const MixtureLaw& law, double c, double target) {
  Grid grid;
  const Strip strip(law, c);
  best_step(
      std::min(widest(law, 0.5), 20.0), target,
      [&](double a) {
        const double above = strip.log_size(2 * a, 2 * a, widening(law, 2 * a));
        return log_add(0, log_growth(law, 2 * a) + above) + 0.1;
      },
      &grid.strip, &grid.step);
  grid.shift = grid.strip;
  choose_range(law, c, target, grid.shift, &grid);
  return grid;
}

Grid far_grid(const MixtureLaw& law, double c, double shift, double target) {
  Grid grid;
  // MIXTURE-FAR is proved for strips of half-width b <= shift, and for those with (shift + b) mu <= pi/2.
  const double beside = std::min(shift, M_PI / law.mu_approx - shift);
  const double within = M_PI / (2 * law.mu_approx) - shift;
  const double reach = std::min(std::max(beside, within), 40.0);
  const Strip strip(law, c);
  best_step(
      law.window.whole() ? reach : std::min(reach, widest(law, 1)), target,
      [&](double b) {
        const double kappa = widening(law, shift) * widening(law, b);
        return log_growth(law, shift) + log_growth(law, b) +
               strip.log_size(shift + b, std::fabs(shift - b), kappa) + 1;
      },
      &grid.strip, &grid.step);
  grid.shift = shift;
  choose_range(law, c, target, shift, &grid);
  return grid;
}

}  // namespace plumbline::mixture::heuristic
