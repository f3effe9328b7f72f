#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/mechanisms/mixture.hpp"

namespace plumbline::mixture::heuristic {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// log w(u), accurate near zero.
double log_ratio(const Law& law, double u) {
  const double z = law.mu_approx * (u - law.mu_approx / 2);
  if (z > 30) return z + std::log(law.p_approx + (1 - law.p_approx) * std::exp(-z));
  return std::log1p(law.p_approx * std::expm1(z));
}

/// Rounds down to 20 bits, so that node positions are short exact numbers.
double short_double(double x) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::floor(std::ldexp(m, 20)), e - 20);
}

double log_cosine(const Law& law, double b, double c) {
  if (c >= 0) return 0;
  const double angle = std::min(b * law.mu_approx / 2, M_PI / 2);
  return c * std::log(std::cos(angle));
}

double log_add(double a, double b) {
  const double m = std::max(a, b);
  if (m == -kInf) return m;
  return m + std::log(std::exp(a - m) + std::exp(b - m));
}

/// The largest step over strips 0 < b < reach that brings the discretisation below e^-target,
/// when the size of the integrand on the strip's edge is e^{log_size(b)}.
template <class LogSize>
void best_step(double reach, double target, LogSize log_size, double* strip, double* step) {
  *step = 0;
  for (int i = 1; i <= 120; ++i) {
    const double b = reach * i / 121.0;
    const double h = 2 * M_PI * b / (target + log_size(b));
    if (h > *step) {
      *step = h;
      *strip = b;
    }
  }
  *step = short_double(*step);
  *strip = short_double(*strip);
}

/// log of sum of phi beyond x, roughly.
double log_gaussian_tail(double x) { return -x * x / 2; }

double log_right_tail(const Law& law, double c, double u) {
  const double l = log_ratio(law, u), mu = law.mu_approx;
  if (c < 0) return u < 0 ? kInf : c * l + log_gaussian_tail(u);
  if (u < c * mu) return kInf;
  const double z = mu * u - mu * mu / 2;
  return c * (l - z) + c * (c - 1) * mu * mu / 2 + log_gaussian_tail(u - c * mu);
}

double log_left_tail(const Law& law, double c, double u) {
  const double l = log_ratio(law, u), mu = law.mu_approx;
  if (c >= 0) return u > 0 ? kInf : c * l + log_gaussian_tail(u);
  const double flat = u > 0 ? kInf : c * std::log1p(-law.p_approx) + log_gaussian_tail(u);
  if (u > c * mu) return flat;
  const double z = mu * u - mu * mu / 2;
  return std::min(flat, c * (l - z) + c * (c - 1) * mu * mu / 2 + log_gaussian_tail(u - c * mu));
}

/// The range outside which the omitted nodes weigh less than e^-target K(c), each multiplied by
/// e^log_factor.
void choose_range(const Law& law, double c, double target, double log_factor, Grid* grid) {
  const double goal = log_transform(law, c) - target - log_factor - 1;
  double right = std::max(0.0, c * law.mu_approx), left = 0;
  while (log_right_tail(law, c, right) > goal && right < 1e6) right += 0.25;
  while (log_left_tail(law, c, left) > goal && left > -1e6) left -= 0.25;
  grid->first = static_cast<long>(std::floor(left / grid->step)) - 1;
  grid->last = static_cast<long>(std::ceil(right / grid->step)) + 1;
}

/// Where phi(u) w(u)^c is largest for c < 0: the root u <= 0 of u = c L'(u), by bisection; 0 for
/// c >= 0, where the modes lie at or right of 0.
double lowest_mode(const Law& law, double c) {
  if (c >= 0) return 0;
  const auto slope = [&](double u) {
    const double z = law.mu_approx * (u - law.mu_approx / 2);
    return c * law.mu_approx / (1 + (1 - law.p_approx) / law.p_approx * std::exp(-z)) - u;
  };
  double low = c * law.mu_approx, high = 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (slope(middle) > 0 ? low : high) = middle;
  }
  return low;
}

/// Nodes for sums in doubles, accurate to about 1e-14.
struct Nodes {
  double step, first, last;
};
Nodes plain_nodes(const Law& law, double c) {
  const double reach = std::min(0.9 * M_PI / law.mu_approx, 8.5);
  const double extra = c < 0 ? -c * -std::log(std::cos(reach * law.mu_approx / 2)) : 0;
  double b = reach, h = 2 * M_PI * b / (34 + b * b / 2 + extra);
  for (int i = 1; i < 10; ++i) {
    const double smaller = reach * i / 10;
    const double factor = c < 0 ? c * std::log(std::cos(smaller * law.mu_approx / 2)) : 0;
    const double candidate = 2 * M_PI * smaller / (34 + smaller * smaller / 2 + factor);
    if (candidate > h) {
      h = candidate;
      b = smaller;
    }
  }
  return {h, lowest_mode(law, c) - 8.7, std::max(0.0, c * law.mu_approx) + 8.7};
}

constexpr double kSqrtTwoPi = 2.5066282746310002;

}  // namespace

double log_transform(const Law& law, double c) {
  if (c == 0 || c == 1) return 0;
  constexpr double kFarMode = 60, kMostNodes = 4000;
  const double far = c * (c - 1) * law.mu_approx * law.mu_approx / 2 +
                     c * std::log(law.p_approx);  // the mode at c mu alone
  if (c * law.mu_approx > kFarMode && far > 1000) return far;
  const Nodes nodes = plain_nodes(law, c);
  if (!(nodes.last - nodes.first < kMostNodes * nodes.step)) return kInf;
  // E[w^c] - 1 = E[w^c - 1 - c (w - 1)] since E[w] = 1: no cancellation when p is small.
  double peak = 0;
  for (double u = nodes.first; u <= nodes.last; u += nodes.step) {
    peak = std::max(peak, -u * u / 2 + c * log_ratio(law, u));
  }
  double sum = 0;
  if (peak > 200) {
    for (double u = nodes.first; u <= nodes.last; u += nodes.step) {
      sum += std::exp(-u * u / 2 + c * log_ratio(law, u) - peak);
    }
    return peak + std::log(sum * nodes.step / kSqrtTwoPi);
  }
  for (double u = nodes.first; u <= nodes.last; u += nodes.step) {
    const double l = log_ratio(law, u), x = c * l;
    const double weight = std::exp(-u * u / 2);
    const double z = law.mu_approx * (u - law.mu_approx / 2);
    const double linear = c * law.p_approx * std::expm1(std::min(z, 700.0));
    sum += x > 30 ? std::exp(x - u * u / 2) - weight * (1 + linear)
                  : weight * (std::expm1(x) - linear);
  }
  return std::log1p(sum * nodes.step / kSqrtTwoPi);
}

Moments moments(const Law& law, double c) {
  const Nodes nodes = plain_nodes(law, c);
  if (!(nodes.last - nodes.first < 10000 * nodes.step)) return {1, 1};
  double peak = -kInf;
  for (double u = nodes.first; u <= nodes.last; u += nodes.step) {
    peak = std::max(peak, -u * u / 2 + c * log_ratio(law, u));
  }
  double m0 = 0, m1 = 0;
  for (double u = nodes.first; u <= nodes.last; u += nodes.step) {
    const double l = log_ratio(law, u), weight = std::exp(-u * u / 2 + c * l - peak);
    m0 += weight;
    m1 += weight * l;
  }
  const double mean = m1 / m0;
  double m2 = 0, m4 = 0;
  for (double u = nodes.first; u <= nodes.last; u += nodes.step) {
    const double l = log_ratio(law, u), weight = std::exp(-u * u / 2 + c * l - peak);
    const double d2 = (l - mean) * (l - mean);
    m2 += weight * d2;
    m4 += weight * d2 * d2;
  }
  return {m2 / m0, m4 / m0};
}

namespace {

/// log B(T) for the shift a.
double log_far(const Law& law, double c, double T, double a) {
  const double mu = law.mu_approx, p = law.p_approx;
  const double strip = std::min(0.9 * (M_PI / mu - a), 6.0);
  const double h = std::min(2 * M_PI * strip / (26 + strip * strip / 2), 0.7);
  const double centre = c * mu, sine = std::sin(mu * a);
  const double half_versine = std::sin(mu * a / 2);
  double sum = 0;
  const double from = lowest_mode(law, c) - 8, to = std::max(0.0, centre) + 8;
  const double offset = log_transform(law, c);
  if (!std::isfinite(offset) || !(to - from < 4000 * h)) return kInf;
  for (double u = from; u <= to; u += h) {
    const double l = log_ratio(law, u);
    const double z = std::min(mu * (u - mu / 2), 300.0);
    // w = (1-p) + p e^z e^{i mu a}: |w|^2 = w0^2 - 4 (1-p) p e^z sin^2(mu a/2), w0 = w at a = 0.
    const double e = p * std::exp(z), w0 = 1 - p + e;
    const double shrink = 4 * (1 - p) * e / (w0 * w0) * half_versine * half_versine;
    const double angle = std::atan2(e * sine, w0 - 2 * e * half_versine * half_versine);
    sum +=
        std::exp((a * a - u * u) / 2 + c * (l + 0.5 * std::log1p(-std::min(shrink, 1.0 - 1e-16))) -
                 T * angle - offset);
  }
  return std::log(sum * h / kSqrtTwoPi);
}

}  // namespace

double log_far_bound(const Law& law, double c, double T, double* shift) {
  const double reach = 0.98 * M_PI / law.mu_approx;
  // Unimodal in log a: coarse scan, then golden section.
  double best = kInf, at = 0;
  const double low = std::log(1e-9 * reach), high = std::log(reach);
  const int n = 20;
  for (int i = 0; i <= n; ++i) {
    const double x = low + (high - low) * (1 - std::pow(1.0 - static_cast<double>(i) / n, 2));
    const double v = log_far(law, c, T, std::exp(x));
    if (v < best) {
      best = v;
      at = x;
    }
  }
  double left = std::max(low, at - 1.5), right = std::min(high, at + 1.5);
  constexpr double kGolden = 0.6180339887498949;
  for (int i = 0; i < 14; ++i) {
    const double a = right - kGolden * (right - left), b = left + kGolden * (right - left);
    const double va = log_far(law, c, T, std::exp(a)), vb = log_far(law, c, T, std::exp(b));
    if (va < vb) {
      right = b;
    } else {
      left = a;
    }
    if (std::min(va, vb) < best) {
      best = std::min(va, vb);
      at = va < vb ? a : b;
    }
  }
  *shift = short_double(std::exp(at));
  return best;
}

Grid real_grid(const Law& law, double c, double target) {
  Grid grid;
  best_step(
      std::min(M_PI / law.mu_approx, 40.0), target,
      [&](double b) { return b * b / 2 + log_cosine(law, b, c) + 1; }, &grid.strip, &grid.step);
  choose_range(law, c, target, 0, &grid);
  return grid;
}

Grid line_grid(const Law& law, double c, double target) {
  Grid grid;
  best_step(
      std::min(M_PI / (2 * law.mu_approx), 20.0), target,
      [&](double a) { return log_add(0, 2 * a * a + log_cosine(law, 2 * a, c)) + 0.1; },
      &grid.strip, &grid.step);
  grid.shift = grid.strip;
  choose_range(law, c, target, grid.shift * grid.shift / 2 + log_cosine(law, grid.shift, c), &grid);
  return grid;
}

Grid far_grid(const Law& law, double c, double shift, double target) {
  Grid grid;
  // The two strips for which the bound is proven.
  const double beside = std::min(shift, M_PI / law.mu_approx - shift);
  const double within = M_PI / (2 * law.mu_approx) - shift;
  best_step(
      std::min(std::max(beside, within), 40.0), target,
      [&](double b) {
        return (shift * shift + b * b) / 2 +
               (log_cosine(law, shift + b, c) + log_cosine(law, std::fabs(shift - b), c)) / 2 + 1;
      },
      &grid.strip, &grid.step);
  grid.shift = shift;
  choose_range(law, c, target, shift * shift / 2 + log_cosine(law, shift, c), &grid);
  return grid;
}

}  // namespace plumbline::mixture::heuristic
