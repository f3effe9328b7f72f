/// Heuristics that choose the rules of two mixtures in machine numbers. No value computed here enters a bound.
#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_table.hpp"
#include "reference/mechanisms/gaussian/two_mixtures_machine.hpp"

namespace plumbline::two_mixtures::heuristic {
namespace {

constexpr int kShifts = 16;

double reach(const TwoMixturesLaw& law) {
  return std::max(law.reach_P().approximate(), law.reach_Q().approximate());
}

/// Returns the log of a bound, by TWO-POWERS, of the integral beyond t to the right (sign 1) or to the left (sign -1);
/// infinite if t is not beyond the centre of each term.
double log_beyond(const TwoMixturesLaw& law, double c, double t, double sign) {
  const bool inside = c >= 0 && c <= 1;
  double out = -HUGE_VAL;
  for (const Component& a : law.P) {
    for (const Component& b : law.Q) {
      const double x = a.place_approx, y = b.place_approx, k = (1 - c) * x + c * y;
      const double beyond = sign * (t - k);
      if (beyond < 0) return HUGE_VAL;
      const double size =
          inside ? (1 - c) * a.log_weight + c * b.log_weight : a.log_weight + b.log_weight;
      const double d = ((1 - c) * x * x + c * y * y) / 2;
      out = std::max(out, size + k * k / 2 - d - beyond * beyond / 2);
    }
  }
  return out;
}

/// Searches from 0 outwards. Returns the first multiple of 1/2 beyond which the integral is below e^-needed K at both
/// orders.
double end_of(const TwoMixturesLaw& law, const double (&orders)[2], const double (&log_K)[2],
              double needed, double sign) {
  constexpr int kMostSteps = 2000;
  double t = 0;
  for (int i = 0; i < kMostSteps; ++i, t += sign / 2) {
    const bool far = log_beyond(law, orders[0], t, sign) <= log_K[0] - needed &&
                     log_beyond(law, orders[1], t, sign) <= log_K[1] - needed;
    if (far) break;
  }
  return t;
}

/// Returns nodes on the real line that resolve the integrand at all tilts between `tilt` and the nearer of 0 and 1.
std::shared_ptr<const mixture::heuristic::Table> table_for(const TwoMixturesLaw& law, double tilt) {
  constexpr double kDigits = 34, kFar = 9;
  constexpr double kMostNodes = 20000;
  double h = 0;
  const double most = std::min(0.9 * M_PI / reach(law), 8.0);
  for (int i = 1; i <= kShifts; ++i) {
    const double b = most * i / kShifts;
    h = std::max(h, 2 * M_PI * b / (kDigits + b * b / 2 + log_cosine(law, b, tilt)));
  }
  const TermRange ends[] = {term_range(law, 0), term_range(law, 1), term_range(law, tilt)};
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const TermRange& range : ends) {
    low = std::min(low, range.low - kFar);
    high = std::max(high, range.high + kFar);
  }
  if (!(h > 0) || !((high - low) / h < kMostNodes)) return nullptr;
  auto out = std::make_shared<mixture::heuristic::Table>();
  out->step = h;
  const double log_weight = std::log(h / std::sqrt(2 * M_PI));
  for (double x = low; x <= high; x += h) {
    const double f = law.plain_P() ? 0 : log_of_real(law.P, x);
    out->z.push_back(x);
    out->l.push_back(log_of_real(law.Q, x) - f);
    out->log_phi.push_back(log_weight + f - x * x / 2);
  }
  return out;
}

}  // namespace

mixture::heuristic::Sketcher sketcher_of(const TwoMixturesLaw& law) {
  return mixture::heuristic::Sketcher([law](double tilt) { return table_for(law, tilt); });
}

Grid machine_grid(const TwoMixturesLaw& law, double low, double high, double log_count,
                  double depth_of_one) {
  constexpr double kRoom = 2, kWidest = 1.6;
  const double depth = depth_of_one + 4 * std::ceil(std::max(0.0, log_count) / 4);
  const double orders[] = {low, high};
  const auto log_edge = [&](double b) {
    return std::max(log_cosine(law, b, low), log_cosine(law, b, high));
  };
  Grid grid;
  const double most = std::min(0.95 * M_PI / 2 / reach(law), kWidest);
  for (int i = 1; i <= kShifts; ++i) {
    const double a = most * i / kShifts;
    const double h = 2 * M_PI * a / (depth + std::log1p(std::exp(2 * a * a + log_edge(2 * a))));
    if (!(h > grid.step)) continue;
    grid.step = rounded_down(h, 20);
    grid.shift = rounded_down(a, 20);
  }
  if (!(grid.step > 0)) return grid;
  mixture::heuristic::Sketcher sketcher = sketcher_of(law);
  const double log_K[] = {sketcher.at(low).log_K, sketcher.at(high).log_K};
  const double needed = depth + grid.shift * grid.shift / 2 + log_edge(grid.shift) + kRoom +
                        std::log(static_cast<double>(law.P.size() * law.Q.size()));
  grid.first = saturated(std::floor(end_of(law, orders, log_K, needed, -1) / grid.step)) - 1;
  grid.last = saturated(std::ceil(end_of(law, orders, log_K, needed, 1) / grid.step)) + 1;
  return grid;
}

}  // namespace plumbline::two_mixtures::heuristic
