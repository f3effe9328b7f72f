/// Heuristics in doubles that choose paths, tilts and cells for laplace_quadrature.cpp; they enter no bound.
#include <algorithm>
#include <cmath>

#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/mechanisms/laplace/laplace_quadrature.hpp"

namespace plumbline::laplace::heuristic {

double log_ratio(const LaplaceLaw& law, double x) {
  const double z = law.mu_approx * (2 * x - 1);
  if (z > 600) return z + std::log(law.p_approx);
  return std::log1p(law.p_approx * std::expm1(z));
}

namespace {

/// A node of a quadrature and its weight. The nodes are denser at both ends of [0, 1], where w^c (w of
/// laplace_quadrature.hpp) concentrates for large |c|.
struct Node {
  double x, weight;
};
const std::vector<Node>& nodes() {
  static const std::vector<Node> all = [] {
    constexpr int kPoints = 12, kLevels = 14;
    const auto rule = gauss_legendre(kPoints, Bits{64});
    std::vector<Node> out;
    const auto add = [&](double low, double high) {
      for (int k = 0; k < kPoints; ++k) {
        const size_t i = static_cast<size_t>(k);
        out.push_back({(low + high) / 2 + (high - low) / 2 * rule->nodes[i].approximate(),
                       (high - low) / 2 * rule->weights[i].approximate()});
      }
    };
    double left = 0;
    for (int level = kLevels; level >= 1; --level) {
      const double right = std::ldexp(1.0, -level);
      add(left, right);
      add(1 - right, 1 - left);
      left = right;
    }
    return out;
  }();
  return all;
}

/// Calls take(log w, P-weight) for the atoms and the nodes.
template <class Take>
void for_each(const LaplaceLaw& law, Take take) {
  const double mu = law.mu_approx;
  take(log_ratio(law, 0), 0.5);
  take(log_ratio(law, 1), std::exp(-mu) / 2);
  for (const Node& n : nodes()) {
    take(log_ratio(law, n.x), mu / 2 * std::exp(-mu * n.x) * n.weight);
  }
}

double peak(const LaplaceLaw& law, double c) {
  return std::max(c * log_ratio(law, 0), c * log_ratio(law, 1) - law.mu_approx);
}

}  // namespace

std::vector<std::pair<double, double>> masses(const LaplaceLaw& law) {
  std::vector<std::pair<double, double>> out;
  for_each(law, [&](double l, double weight) { out.emplace_back(l, weight); });
  return out;
}

double log_transform(const LaplaceLaw& law, double c) {
  if (c == 0 || c == 1) return 0;
  const double top = peak(law, c);
  double sum = 0;
  if (std::fabs(c) * (log_ratio(law, 1) - log_ratio(law, 0)) > 30) {
    for_each(law, [&](double l, double weight) { sum += weight * std::exp(c * l - top); });
    return top + std::log(sum);
  }
  // K - 1 = E[w^c - 1 - c (w - 1)], because E[w] = 1. There is no cancellation if p is small.
  for_each(law, [&](double l, double weight) {
    sum += weight * (std::expm1(c * l) - c * std::expm1(l));
  });
  return std::log1p(sum);
}

Moments moments(const LaplaceLaw& law, double c) {
  const double top = peak(law, c);
  double m0 = 0, m1 = 0, m2 = 0, m4 = 0;
  for_each(law, [&](double l, double weight) {
    const double tilted = weight * std::exp(c * l - top);
    m0 += tilted;
    m1 += tilted * l;
  });
  const double mean = m1 / m0;
  for_each(law, [&](double l, double weight) {
    const double d2 = (l - mean) * (l - mean), tilted = weight * std::exp(c * l - top);
    m2 += tilted * d2;
    m4 += tilted * d2 * d2;
  });
  return {m2 / m0, m4 / m0};
}

double log_far_bound(const LaplaceLaw& law, double c, double T, double* best_x) {
  const double mu = law.mu_approx, top = peak(law, c);
  const double log_pe = std::log(law.p_approx);
  const auto f = [&](double x) {
    return std::exp((c + 1) * log_ratio(law, x) - mu * x - log_pe - mu * (2 * x - 1) - top) / 4;
  };
  const double end = f(1), low = std::exp(c * log_ratio(law, 0) - top);
  double best = 1e300;
  constexpr int kSteps = 32;
  for (int i = 0; i < kSteps; ++i) {
    const double x = static_cast<double>(i) / kSteps;
    const double near = std::max(low, std::exp(c * log_ratio(law, x) - top));
    const double value = -std::expm1(-mu * x) / 2 * near + (f(x) + end) / T;
    if (value < best) {
      best = value;
      *best_x = x;
    }
  }
  const double atoms = (low + std::exp(c * log_ratio(law, 1) - mu - top)) / 2;
  return std::log(atoms + best) + top - log_transform(law, c);
}

double log_spread_bound(const LaplaceLaw& law, double c, double T, int* start) {
  const double mu = law.mu_approx, a = log_ratio(law, 0), log_K = log_transform(law, c);
  const double u = std::exp(c * a - log_K) / 2;
  double gaps[spread_cells + 2], near[spread_cells + 2];
  double m = 0, gap = 0, mass = 1, tilt = std::exp(c * a - log_K);
  for (int j = 1; j <= spread_cells; ++j) {
    const double x = static_cast<double>(j) / spread_cells, l = log_ratio(law, x);
    const double next_mass = std::exp(-mu * x), next_tilt = std::exp(c * l - log_K);
    m += gap * gap * std::min(tilt, next_tilt) * (mass - next_mass) / 2;
    gap = l - a;
    mass = next_mass;
    tilt = next_tilt;
    gaps[j] = gap;
    near[j] = m;
  }
  double best = 0, bound = 0;
  *start = spread_cells;
  // As j decreases, Y increases. `bound` is valid for T <= y <= Y.
  for (int j = spread_cells; j >= 1; --j) {
    const double Y = M_PI / gaps[j];
    if (Y > T) {
      const double y = j < spread_cells ? std::max(T, M_PI / gaps[j + 1]) : T;
      bound =
          std::max(bound, std::sqrt(std::max(0.0, 1 - std::pow(y * 2 / M_PI, 2) * u * near[j])));
    }
    if (j % 4 != 0) continue;
    double x = 0;
    const double far = log_far_bound(law, c, std::max(T, Y), &x);
    const double log_bound = std::max(std::log(bound), far);
    if (log_bound < best) {
      best = log_bound;
      *start = j;
    }
  }
  return best;
}

}  // namespace plumbline::laplace::heuristic
