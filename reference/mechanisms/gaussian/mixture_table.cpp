#include "reference/mechanisms/gaussian/mixture_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/arithmetic/running/kept.hpp"

namespace plumbline::mixture::heuristic {

double log_ratio(const MixtureLaw& law, double u) {
  const double z = law.mu_approx * (u - law.mu_approx / 2);
  if (z > 30) return z + std::log(law.p_approx + (1 - law.p_approx) * std::exp(-z));
  return std::log1p(law.p_approx * std::expm1(z));
}

double log_cosine(const MixtureLaw& law, double b, double c) {
  if (c >= 0) return 0;
  const double angle = std::min(b * law.mu_approx / 2, M_PI / 2);
  return c * std::log(std::cos(angle));
}

double z_of(const MixtureLaw& law, double u) { return law.mu_approx * (u - law.mu_approx / 2); }

double log_growth(const MixtureLaw& law, double b) {
  if (law.window.whole()) return b * b / 2;
  const double angle = b * law.mu_approx;
  return angle < 0.499 * M_PI ? b * b / 2 - law.window.k * std::log(std::cos(angle)) : kInf;
}

double widening(const MixtureLaw& law, double b) {
  return law.window.whole() ? 1 : std::cos(std::min(b * law.mu_approx, 0.499 * M_PI));
}

namespace {

/// Returns log X(u; kappa).
double log_window_at(const MixtureLaw& law, double u, double kappa = 1) {
  return law.window.whole() ? 0 : log_window(law.window, z_of(law, u) + std::log(kappa));
}

/// Returns the mode of phi(u) w(u)^c for c < 0, which is the root u <= 0 of u = c L'(u); 0 for c >= 0.
double lowest_mode(const MixtureLaw& law, double c) {
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

/// Margin below the lower edge of a window, in z: beyond the margin the window is negligible.
constexpr double kRoom = 6;

/// Nodes for sums in doubles, accurate to approximately 1e-14.
struct Nodes {
  double step, first, last;
};
Nodes plain_nodes(const MixtureLaw& law, double c) {
  const double widest = law.window.whole() ? 0.9 * M_PI : 0.45 * M_PI;
  const double reach = std::min(widest / law.mu_approx, 8.5);
  double h = 0;
  for (int i = 1; i <= 20; ++i) {
    const double b = reach * i / 20;
    h = std::max(h, 2 * M_PI * b / (34 + log_growth(law, b) + log_cosine(law, b, c)));
  }
  const double mu = law.mu_approx;
  // The range extends to mu + 8.7, so that the sum for E[w - 1] = 0 is accurate; log_transform() uses this equation.
  Nodes out{h, lowest_mode(law, c) - 8.7, std::max(mu, c * mu) + 8.7};
  // The nodes extend beyond the edges of a window until the window has decreased to e^-40.
  const double log_k = std::log(law.window.k);
  if (law.window.high) {
    const double ratio = law.p_approx / (1 - law.p_approx);
    double z = *law.window.high + log_k;
    for (int i = 0;
         i < 1000 && z < *law.window.high + 40 &&
         c * std::log1p(ratio * std::exp(z)) + log_window(upper_part(law.window), z) >
             std::max(0.0, c * std::log1p(ratio * std::exp(*law.window.high + log_k))) - 40;
         ++i) {
      z += 0.05;
    }
    out.last = std::min(out.last, z / mu + mu / 2);
    out.first = std::min(out.first, out.last - 8.7);
  }
  if (law.window.low) {
    const double pull = std::max(0.0, -c) * law.p_approx / (1 - law.p_approx);
    const double z = *law.window.low + log_k - 1 - 40.0 / law.window.k -
                     std::log1p(pull * std::exp(*law.window.low)) - kRoom;
    out.first = std::max(out.first, z / mu + mu / 2);
    out.last = std::max(out.last, out.first + (2.5 + kRoom + 40.0 / law.window.k) / mu + 3);
  }
  return out;
}

constexpr double kSqrtTwoPi = 2.5066282746310002;
constexpr double kLeast = -60;  // terms below e^kLeast of the largest one may be skipped

Table tabulate(const MixtureLaw& law, const Nodes& nodes) {
  Table out;
  out.step = nodes.step * law.mu_approx;
  const double log_weight = std::log(nodes.step / kSqrtTwoPi);
  const double steps = std::floor((nodes.last - nodes.first) / nodes.step);
  for (double i = 0; i <= steps; ++i) {
    const double u = nodes.first + i * nodes.step;
    const double z = z_of(law, u);
    out.z.push_back(z);
    out.l.push_back(log_ratio(law, u));
    out.log_phi.push_back(-u * u / 2 + log_weight);
    out.log_X.push_back(log_window_at(law, u));
    out.e.push_back(law.p_approx * std::exp(std::min(z, 300.0)));
  }
  return out;
}

double peak_of(const Table& table, double c) {
  double peak = -kInf;
  for (size_t i = 0; i < table.size(); ++i) {
    peak = std::max(peak, table.log_phi[i] + c * table.l[i] + table.log_X[i]);
  }
  return peak;
}

/// Returns the table for c; null if it would have too many nodes.
std::shared_ptr<const Table> plain_table(const MixtureLaw& law, double c) {
  constexpr double kMostNodes = 4000;
  const Nodes nodes = plain_nodes(law, c);
  if (!(nodes.last - nodes.first < kMostNodes * nodes.step)) return nullptr;
  return std::make_shared<Table>(tabulate(law, nodes));
}

/// Returns one of a few tilts c' with the sign of c and |c'| >= |c|. The nodes for c' are also valid for c.
double farther_tilt(double c) {
  constexpr double kRatio = 1.25, kNearest = 0.25;
  if (c >= 0 && c <= 1) return 1;
  const double least = c < 0 ? kNearest : 1,
               steps = std::log(std::fabs(c) / least) / std::log(kRatio);
  return std::copysign(least * std::pow(kRatio, std::max(0.0, std::ceil(steps))), c);
}

/// Returns the table of the whole distribution, usually from a cache. A table serves many tilts.
std::shared_ptr<const Table> kept_table(const MixtureLaw& law, double c) {
  constexpr size_t kMostTables = 12;
  thread_local KeptFew<std::array<double, 3>, std::shared_ptr<const Table>> kept(kMostTables);
  const double tilt = farther_tilt(c);
  if (!std::isfinite(tilt)) return plain_table(law, c);
  const auto& found =
      kept.get({law.mu_approx, law.p_approx, tilt}, [&] { return plain_table(law, tilt); });
  return found ? found : plain_table(law, c);
}

}  // namespace

TableFor::TableFor(const MixtureLaw& law, double c) : own_(law.table) {
  if (own_) return;
  own_ = law.window.whole() ? kept_table(law, c) : plain_table(law, c);
}

std::shared_ptr<const Table> table(const MixtureLaw& law) {
  if (!law.window.high) return nullptr;
  const double mu = law.mu_approx, log_k = std::log(law.window.k);
  Nodes nodes{0.08 / mu, -16, 0};
  nodes.last = (*law.window.high + log_k + 3.6) / mu + mu / 2;  // the window is e^-800 here
  if (law.window.low) {
    const double z = *law.window.low + log_k - 1 - 45.0 / law.window.k - kRoom;
    nodes.first = std::max(nodes.first, z / mu + mu / 2);
  }
  nodes.step = std::min(nodes.step, 0.4);
  constexpr double kMostNodes = 1e5;
  const bool possible = std::isfinite(nodes.first) && std::isfinite(nodes.last) &&
                        mu + 18 < kMostNodes * nodes.step &&
                        std::fabs(nodes.last) < 1e12 * nodes.step;  // otherwise nodes coincide
  if (!possible) return nullptr;
  nodes.first = std::max(nodes.first, nodes.last - 4000 * nodes.step);
  Table out = tabulate(law, nodes);
  if (!law.window.low) {
    MixtureLaw rest = law;
    rest.window = Window{law.window.high, std::nullopt, law.window.k};
    const Table beyond = tabulate(rest, {nodes.step, -9, mu + 9});
    for (size_t i = 0; i < beyond.size(); ++i) {
      const double weight = std::exp(beyond.log_phi[i] + beyond.log_X[i]);
      out.missing += weight;
      out.missing_slope += weight * law.p_approx * std::expm1(beyond.z[i]);
    }
  }
  return std::make_shared<Table>(std::move(out));
}

double log_transform(const MixtureLaw& law, double c) {
  const bool whole = law.window.whole();
  if (whole && (c == 0 || c == 1)) return 0;
  constexpr double kFarMode = 60;
  const double far = c * (c - 1) * law.mu_approx * law.mu_approx / 2 +
                     c * std::log(law.p_approx);  // log K if only the mode at c mu contributes
  if (!law.window.high && c * law.mu_approx > kFarMode && far > 1000) return far;
  const TableFor t(law, c);
  if (!t.possible()) return kInf;
  const double peak = peak_of(*t, c);
  // If the integrand is not small at the end of the table, the table does not suffice for this tilt.
  if (law.table && c > 1 && t->log_phi.back() + c * t->l.back() + t->log_X.back() > peak - 40)
    return kInf;
  if (law.table && law.window.low && t->log_phi[0] + c * t->l[0] + t->log_X[0] > peak - 40) {
    return kInf;
  }
  // E[w^c X] - 1 = E[X (w^c - 1 - c (w - 1))] - E[1 - X] - c E[(1 - X)(w - 1)] without cancellation for small p.
  const bool near_one = law.window.low ? false : whole ? peak < 200 : peak < 2 && c > -30 && c < 30;
  if (near_one) {
    double sum = -t->missing - c * t->missing_slope;
    for (size_t i = 0; i < t->size(); ++i) {
      const double x = c * t->l[i], size = t->log_phi[i] + t->log_X[i];
      const double weight = std::exp(size), linear = c * (t->e[i] - law.p_approx);
      sum +=
          x > 30 ? std::exp(x + size) - weight * (1 + linear) : weight * (std::expm1(x) - linear);
    }
    if (whole || std::fabs(sum) < 0.5) return std::log1p(sum);
  }
  double sum = 0;
  for (size_t i = 0; i < t->size(); ++i) {
    const double size = t->log_phi[i] + c * t->l[i] + t->log_X[i] - peak;
    if (size > kLeast) sum += std::exp(size);
  }
  return peak + std::log(sum);
}

Moments moments(const MixtureLaw& law, double c) {
  const TableFor t(law, c);
  if (!t.possible()) return {1, 1};
  const double peak = peak_of(*t, c);
  double m0 = 0, m1 = 0;
  std::vector<double> weight(t->size());
  for (size_t i = 0; i < t->size(); ++i) {
    weight[i] = std::exp(t->log_phi[i] + c * t->l[i] + t->log_X[i] - peak);
    m0 += weight[i];
    m1 += weight[i] * t->l[i];
  }
  const double mean = m1 / m0;
  double m2 = 0, m4 = 0;
  for (size_t i = 0; i < t->size(); ++i) {
    const double d2 = (t->l[i] - mean) * (t->l[i] - mean);
    m2 += weight[i] * d2;
    m4 += weight[i] * d2 * d2;
  }
  return {m2 / m0, m4 / m0};
}

}  // namespace plumbline::mixture::heuristic
