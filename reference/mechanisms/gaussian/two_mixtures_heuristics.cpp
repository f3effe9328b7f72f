/// Heuristics in doubles that choose grids and contours for two_mixtures.cpp.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <tuple>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/two_mixtures.hpp"

namespace plumbline::two_mixtures::heuristic {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

}  // namespace

double log_of_real(const std::vector<Component>& components, double t) {
  double top = -kInf, sum = 0;
  const auto height = [&](const Component& x) {
    return x.log_weight + x.place_approx * (t - x.place_approx / 2);
  };
  for (const Component& x : components) top = std::max(top, height(x));
  for (const Component& x : components) sum += std::exp(height(x) - top);
  return std::log(sum) + top;
}

TermRange term_range(const TwoMixturesLaw& law, double c) {
  TermRange out;
  for (const Component& a : law.P) {
    for (const Component& b : law.Q) {
      const double x = a.place_approx, y = b.place_approx, k = (1 - c) * x + c * y;
      out.low = std::min(out.low, k);
      out.high = std::max(out.high, k);
      out.height = std::max(out.height, k * k / 2 - ((1 - c) * x * x + c * y * y) / 2);
    }
  }
  return out;
}

double log_cosine(const TwoMixturesLaw& law, double b, double c) {
  const double A = b * law.reach_P().approximate(), B = b * law.reach_Q().approximate();
  if (!(std::max(A, B) < M_PI)) return kInf;
  if (c < 0) return c * std::log(std::cos(B / 2));
  return c > 1 ? (1 - c) * std::log(std::cos(A / 2)) : 0;
}

namespace {

/// Returns the log of the modulus, and the argument, of sum w e^{place x - place^2/2} at x = t + ia.
std::complex<double> log_of(const std::vector<Component>& components, double t, double a) {
  double top = -kInf;
  const auto height = [&](const Component& x) {
    return x.log_weight + x.place_approx * (t - x.place_approx / 2);
  };
  for (const Component& x : components) top = std::max(top, height(x));
  std::complex<double> sum = 0;
  for (const Component& x : components) {
    sum += std::polar(std::exp(height(x) - top), x.place_approx * a);
  }
  return std::log(sum) + top;
}

double reach(const TwoMixturesLaw& law) {
  return std::max(law.reach_P().approximate(), law.reach_Q().approximate());
}

/// Returns the log of phi |f|^{1-c} |g|^c e^{-T (arg g - arg f)} at x = t + ia.
double log_integrand(const TwoMixturesLaw& law, double c, double t, double a, double T) {
  if (a == 0) {  // both arguments are 0
    const double f = law.plain_P() ? 0 : log_of_real(law.P, t);
    return -t * t / 2 + (1 - c) * f + c * log_of_real(law.Q, t);
  }
  const auto g = log_of(law.Q, t, a);
  const auto f = law.plain_P() ? std::complex<double>(0) : log_of(law.P, t, a);
  return -t * t / 2 + (1 - c) * f.real() + c * g.real() - T * (g.imag() - f.imag());
}

/// Nodes and a step that resolve the integrand at c.
struct Nodes {
  double first = 0, step = 0;
  int count = 0;
  double at(int i) const { return first + i * step; }
};

Nodes nodes_for(const TwoMixturesLaw& law, double c, double a, double T) {
  const TermRange range = term_range(law, c);
  double low = range.low - 10, high = range.high + 10;
  constexpr int kCoarse = 128;
  for (int round = 0; round < 3; ++round) {
    const double step = (high - low) / kCoarse;
    std::vector<double> height;
    double top = -kInf;
    for (int i = 0; i <= kCoarse; ++i) {
      height.push_back(log_integrand(law, c, low + i * step, a, T));
      top = std::max(top, height.back());
    }
    int first = 0, last = kCoarse;
    while (first < last && height[static_cast<size_t>(first)] < top - 42) ++first;
    while (last > first && height[static_cast<size_t>(last)] < top - 42) --last;
    const double start = low;
    low = start + (first - 1) * step;
    high = start + (last + 1) * step;
  }
  return {low, (high - low) / 256, 257};
}

double log_sum_over(const TwoMixturesLaw& law, double c, double a, double T) {
  const Nodes x = nodes_for(law, c, a, T);
  double top = -kInf, sum = 0;
  std::vector<double> logs;
  for (int i = 0; i < x.count; ++i) {
    logs.push_back(log_integrand(law, c, x.at(i), a, T));
    top = std::max(top, logs.back());
  }
  for (const double y : logs) sum += std::exp(y - top);
  return top + std::log(sum * x.step / std::sqrt(2 * M_PI));
}

/// Sets the ends of the grid such that the Gaussian terms beyond the ends are below e^-target K(c).
void set_range(const TwoMixturesLaw& law, double c, double target, Grid* grid) {
  const TermRange range = term_range(law, c);
  const double excess = std::max(0.0, range.height - log_transform(law, c));
  const double far = std::sqrt(2 * (target + excess + grid->shift * grid->shift / 2 + 6)) + 0.5;
  grid->first = saturated(std::floor((range.low - far) / grid->step));
  grid->last = saturated(std::ceil((range.high + far) / grid->step));
}

/// Returns the half-width of the strip (at most `most`) that permits the largest step, and this step. log_edge returns
/// the logarithm of the integrand on the edges of the strip.
template <class LogEdge>
std::pair<double, double> longest_step(double most, double target, const LogEdge& log_edge) {
  std::pair<double, double> best{most / 2, 0};
  for (int i = 1; i <= 24; ++i) {
    const double b = std::min(most, most * i / 24);
    const double step = 2 * M_PI * b / (target + std::max(0.0, log_edge(b)) + 3);
    if (step > best.second) best = {b, step};
  }
  return best;
}

}  // namespace

std::pair<double, double> loss(const TwoMixturesLaw& law, double x) {
  const auto slope = [&](const std::vector<Component>& components) {
    double top = -kInf, sum = 0, weighted = 0;
    for (const Component& y : components) {
      top = std::max(top, y.log_weight + y.place_approx * (x - y.place_approx / 2));
    }
    for (const Component& y : components) {
      const double w = std::exp(y.log_weight + y.place_approx * (x - y.place_approx / 2) - top);
      sum += w;
      weighted += w * y.place_approx;
    }
    return weighted / sum;
  };
  return {log_of_real(law.Q, x) - log_of_real(law.P, x), slope(law.Q) - slope(law.P)};
}

double log_transform(const TwoMixturesLaw& law, double c) {
  if (!std::isfinite(c)) return kInf;
  const double whole = log_sum_over(law, c, 0, 0);
  if (std::fabs(whole) > 0.3 || std::fabs(c) > 20) return whole;
  // The form K - 1 = int phi f (e^{cL} - 1 - c (e^L - 1)) has no cancellation for K close to 1.
  const double reach_low = law.reach_P().approximate(), reach_high = law.reach_Q().approximate();
  const TermRange range = term_range(law, c);
  const double low = std::min(range.low, -reach_low) - 9,
               high = std::max(range.high, reach_high) + 9;
  constexpr int kNodes = 600;
  const double step = (high - low) / kNodes;
  double sum = 0;
  for (int i = 0; i <= kNodes; ++i) {
    const double x = low + i * step;
    const double f = log_of_real(law.P, x), L = log_of_real(law.Q, x) - f;
    if (c * L > 600 || L > 600) return whole;
    sum += std::exp(f - x * x / 2) * (std::expm1(c * L) - c * std::expm1(L));
  }
  return std::log1p(sum * step / std::sqrt(2 * M_PI));
}

double log_far_bound(const TwoMixturesLaw& law, double c, double T, double* shift) {
  const double most = 0.95 * M_PI / 2 / reach(law), log_K = log_transform(law, c);
  double best = kInf;
  int since = 0;  // candidates evaluated since the best one
  const auto look = [&](double a) {
    const double size = a * a / 2 + log_sum_over(law, c, a, T) - log_K;
    if (std::isfinite(best)) ++since;
    if (size < best) {
      best = size;
      *shift = a;
      since = 0;
    }
  };
  // As the shift decreases from the best candidate to 0, the log of the bound increases to 0. So the search ends after
  // kRising candidates without improvement.
  constexpr int kRising = 4;
  for (double a = most; a > most * 1e-9 && a > 1e-12 && since < kRising; a *= 0.5) look(a);
  const double around = *shift;
  for (const double share : {0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.35, 1.5, 1.7}) {
    if (around * share <= most) look(around * share);
  }
  return best;
}

mixture::heuristic::Moments moments(const TwoMixturesLaw& law, double c) {
  const Nodes x = nodes_for(law, c, 0, 0);
  double top = -kInf;
  std::vector<double> logs, losses;
  for (int i = 0; i < x.count; ++i) {
    logs.push_back(log_integrand(law, c, x.at(i), 0, 0));
    losses.push_back(loss(law, x.at(i)).first);
    top = std::max(top, logs.back());
  }
  double mass = 0, mean = 0, variance = 0, fourth = 0;
  for (size_t i = 0; i < logs.size(); ++i) {
    mass += std::exp(logs[i] - top);
    mean += std::exp(logs[i] - top) * losses[i];
  }
  mean /= mass;
  for (size_t i = 0; i < logs.size(); ++i) {
    const double y = (losses[i] - mean) * (losses[i] - mean);
    variance += std::exp(logs[i] - top) * y / mass;
    fourth += std::exp(logs[i] - top) * y * y / mass;
  }
  return {variance, fourth};
}

Grid real_grid(const TwoMixturesLaw& law, double c, double target) {
  Grid grid;
  const double most = std::min(0.98 * M_PI / reach(law), std::sqrt(2 * target) + 1);
  const auto edge = [&](double b) { return b * b / 2 + log_cosine(law, b, c); };
  std::tie(grid.strip, grid.step) = longest_step(most, target, edge);
  set_range(law, c, target, &grid);
  return grid;
}

Grid line_grid(const TwoMixturesLaw& law, double c, double target) {
  Grid grid;
  const double most = std::min(0.98 * M_PI / 2 / reach(law), std::sqrt(target) + 1);
  const auto edge = [&](double a) { return 2 * a * a + log_cosine(law, 2 * a, c); };
  std::tie(grid.shift, grid.step) = longest_step(most, target, edge);
  grid.strip = grid.shift;
  const double more = std::max(0.0, log_cosine(law, grid.shift, c));
  set_range(law, c, target + more, &grid);
  return grid;
}

Grid far_grid(const TwoMixturesLaw& law, double c, double shift, double target) {
  Grid grid;
  const double most = std::min(shift, 0.98 * M_PI / reach(law) - shift);
  const auto edge = [&](double b) {
    return (shift * shift + b * b) / 2 + log_cosine(law, shift + b, c);
  };
  std::tie(grid.strip, grid.step) = longest_step(most, target, edge);
  grid.shift = shift;
  const double more = std::max(0.0, log_cosine(law, shift, c));
  set_range(law, c, target + more, &grid);
  return grid;
}

}  // namespace plumbline::two_mixtures::heuristic
