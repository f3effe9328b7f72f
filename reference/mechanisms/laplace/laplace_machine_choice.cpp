/// Chooses quadratures of the subsampled Laplace pair in machine numbers. No value computed here enters a bound.
#include <algorithm>
#include <cmath>

#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/mechanisms/gaussian/mixture_table.hpp"
#include "reference/mechanisms/laplace/laplace_machine.hpp"

namespace plumbline::laplace::heuristic {
namespace {

constexpr double kRhos[] = {1.2, 1.35, 1.55, 1.8, 2.2, 2.8, 3.6, 4.8, 6.5, 9, 13, 20, 35, 60};

/// Returns p e^z at x.
double shifted(const LaplaceLaw& law, double x) {
  return law.p_approx * std::exp(law.mu_approx * (2 * x - 1));
}

/// Returns the log of the bound of LAPLACE-PATH in the ellipse of rho around [0, 1]; infinite if there is no bound.
double log_size(const LaplaceLaw& law, double c, double Y, double rho) {
  const double along = (rho + 1 / rho) / 4, across = (rho - 1 / rho) / 4;
  const double angle = 2 * law.mu_approx * across, q = 1 - law.p_approx;
  if (!(angle < 0.49 * M_PI)) return HUGE_VAL;
  const double left = 0.5 - along, right = 0.5 + along, high = shifted(law, right);
  double out = std::log(law.mu_approx / 2) - law.mu_approx * left +
               Y * std::atan2(high * std::sin(angle), q + high * std::cos(angle));
  if (c >= 0) return out + c * log_ratio(law, right);
  const double low = shifted(law, left), u1 = low / (q + low), u2 = high / (q + high);
  const double u = std::clamp(0.5, u1, u2), sine = std::sin(angle / 2);
  return out + c * (log_ratio(law, left) + std::log1p(-4 * u * (1 - u) * sine * sine) / 2);
}

double log_atoms(const LaplaceLaw& law, double c) {
  const double low = c * log_ratio(law, 0), high = c * log_ratio(law, 1) - law.mu_approx;
  const double top = std::max(low, high);
  return top + std::log((std::exp(low - top) + std::exp(high - top)) / 2);
}

}  // namespace

RoughEllipse best_ellipse(const LaplaceLaw& law, double c, double Y, size_t points) {
  RoughEllipse best{HUGE_VAL, kRhos[0]};
  double least = HUGE_VAL;
  for (const double rho : kRhos) {
    const double log_M = log_size(law, c, Y, rho);
    const double error =
        log_M - 2 * static_cast<double>(points) * std::log(rho) - std::log1p(-1 / rho);
    if (!(error < least)) continue;
    least = error;
    best = {log_M, rho};
  }
  return best;
}

RoughFar best_far(const LaplaceLaw& law, double c, double Y) {
  const double mu = law.mu_approx;
  const auto edge = [&](double x) {
    return std::exp((c + 1) * log_ratio(law, x) - mu * x) / (4 * shifted(law, x));
  };
  const double end = edge(1), low = std::exp(c * log_ratio(law, 0)),
               atoms = std::exp(log_atoms(law, c));
  RoughFar best{0, HUGE_VAL};
  for (const double x : {0.0, 0.15, 0.3, 0.5, 0.75}) {
    const double near = std::max(low, std::exp(c * log_ratio(law, x)));
    const double bound = atoms - std::expm1(-mu * x) / 2 * near + (edge(x) + end) / Y;
    if (bound < best.bound) best = {x, bound};
  }
  return best;
}

mixture::heuristic::Sketcher sketcher_of(const LaplaceLaw& law) {
  const auto table = std::make_shared<mixture::heuristic::Table>();
  for (const auto& [loss, mass] : masses(law)) {
    table->z.push_back(loss);
    table->l.push_back(loss);
    table->log_phi.push_back(std::log(mass));
  }
  return mixture::heuristic::Sketcher([table](double) { return table; });
}

mixture::Grid machine_grid(const LaplaceLaw& law, double low, double high, double log_count,
                           double depth_of_one, double height) {
  constexpr double kMostPoints = 240;
  const double depth = depth_of_one + 4 * std::ceil(std::max(0.0, log_count) / 4) + 2;
  double points = 4;
  for (const double c : {low, high}) {
    const double tolerance = log_atoms(law, c) - depth;
    double own = HUGE_VAL;
    for (const double rho : kRhos) {
      const double log_M = log_size(law, c, height, rho);
      if (std::isfinite(log_M)) own = std::min(own, gauss_size(rho, log_M, tolerance));
    }
    points = std::max(points, own);
  }
  mixture::Grid grid;
  if (!(points <= kMostPoints)) return grid;
  grid.step = 1;
  // The number of points is a multiple of 4, so that few rules are cached.
  grid.last = static_cast<long>(std::ceil(points / 4)) * 4 - 1;
  return grid;
}

}  // namespace plumbline::laplace::heuristic
