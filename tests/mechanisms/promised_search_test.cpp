/// The conversion of Renyi guarantees to (epsilon, delta), compared with a search over the mechanisms with two and
/// three outputs that satisfy the guarantee.
#include <algorithm>
#include <cmath>

#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Law = std::vector<double>;

double divergence_of(const Law& Q, const Law& P, double order) {
  if (std::fabs(order - 1) < 1e-7) {
    double sum = 0;
    for (size_t i = 0; i < P.size(); ++i) sum += Q[i] * std::log(Q[i] / P[i]);
    return sum;
  }
  double most = -1e300, sum = 0;
  for (size_t i = 0; i < P.size(); ++i) {
    most = std::max(most, std::log(P[i]) + order * std::log(Q[i] / P[i]));
  }
  for (size_t i = 0; i < P.size(); ++i) {
    sum += std::exp(std::log(P[i]) + order * std::log(Q[i] / P[i]) - most);
  }
  return (most + std::log(sum)) / (order - 1);
}

/// The guarantee D_a <= xi + rho a at all orders a >= 1, or D_a <= bounds[i] at a = orders[i].
struct Guaranteed {
  double rho = 0, xi = 0;
  std::vector<double> orders{}, bounds{};

  std::string text() const {
    const auto listed = [](const std::vector<double>& values) {
      std::string out;
      for (const double x : values) out += (out.empty() ? "[" : ",") + Random::text(x);
      return out + "]";
    };
    if (!orders.empty()) return "rdp(orders=" + listed(orders) + ",bounds=" + listed(bounds) + ")";
    return "zcdp(rho=" + Random::text(rho) + ",xi=" + Random::text(xi) + ")";
  }

  double excess_at(const Law& P, const Law& Q, double order, double bound) const {
    return std::max(divergence_of(Q, P, order), divergence_of(P, Q, order)) - bound;
  }

  /// Returns the largest excess of a divergence over its bound: on a grid of orders, then on finer grids around the
  /// worst order. At orders above (largest loss - xi)/rho there is no excess.
  double excess(const Law& P, const Law& Q) const {
    double most = -1e300;
    for (size_t i = 0; i < orders.size(); ++i) {
      most = std::max(most, excess_at(P, Q, orders[i], bounds[i]));
    }
    if (!orders.empty()) return most;
    double loss = 0;
    for (size_t i = 0; i < P.size(); ++i) loss = std::max(loss, std::fabs(std::log(Q[i] / P[i])));
    constexpr int kGrid = 40;
    const double last = std::log(std::max(1.5, (loss - xi) / rho));
    double at = 0, step = last / kGrid;
    for (int k = 0; k <= kGrid; ++k) try_order(P, Q, k * step, &at, &most);
    for (int round = 0; round < 6; ++round) {
      const double middle = at;
      step /= 4;
      for (int k = -4; k <= 4; ++k) {
        if (k != 0) try_order(P, Q, std::max(0.0, middle + k * step), &at, &most);
      }
    }
    return most;
  }

 private:
  void try_order(const Law& P, const Law& Q, double log_order, double* at, double* most) const {
    const double order = std::exp(log_order), found = excess_at(P, Q, order, xi + rho * order);
    if (found > *most) *most = found, *at = log_order;
  }
};

/// Returns the largest t up to `most` for which P, P + t (Q - P) satisfies the guarantee, by bisection: the
/// divergences increase with t.
double farthest(const Guaranteed& g, const Law& P, const Law& Q, double most) {
  double low = 0, high = most;
  for (int i = 0; i < 56; ++i) {
    const double t = low < high / 4 ? std::sqrt(std::max(low, 1e-50) * high) : (low + high) / 2;
    Law there = P;
    for (size_t k = 0; k < P.size(); ++k) there[k] += t * (Q[k] - P[k]);
    (g.excess(P, there) <= 0 ? low : high) = t;
  }
  return low;
}

double delta_of(const Law& P, const Law& Q, double t, double epsilon) {
  double sum = 0;
  for (size_t k = 0; k < P.size(); ++k) {
    sum += std::max(0.0, P[k] + t * (Q[k] - P[k]) - std::exp(epsilon) * P[k]);
  }
  return sum;
}

struct Found {
  double delta = 0;
  Law P{}, Q{};
};

/// Returns the best pair of laws on two outputs: searches all probabilities x of the first output, then those near
/// the best.
Found two_outputs(const Guaranteed& g, double epsilon) {
  Found best;
  double at = -1;
  const auto try_at = [&](double log_x) {
    if (log_x >= 0) return;
    const double x = std::exp(log_x);
    const Law P{x, 1 - x}, far{1 - 1e-13, 1e-13};
    const double t = farthest(g, P, far, 1), delta = delta_of(P, far, t, epsilon);
    if (delta > best.delta) {
      best = {delta, P, {x + t * (far[0] - x), 1 - x - t * (far[0] - x)}};
      at = log_x;
    }
  };
  for (double log_x = -70; log_x < 0; log_x += 0.75) try_at(log_x);
  for (double width = 0.5; width > 1e-4; width /= 3) {
    const double middle = at;
    for (int k = -3; k <= 3; ++k) try_at(middle + k * width / 2);
  }
  return best;
}

/// Returns the best pair of laws on three outputs, by random changes of the best pair on two outputs and from random
/// pairs.
double three_outputs(const Guaranteed& g, double epsilon, const Found& two, Random& random) {
  const auto split = [](const Law& law) { return Law{law[0], law[1] / 2, law[1] / 2}; };
  Law P = split(two.P), Q = split(two.Q);
  double best = 0;
  for (int i = 0; i < 40; ++i) {
    const bool anew = i % 4 == 3;
    Law near_P = P, near_Q = Q;
    for (Law* law : {&near_P, &near_Q}) {
      double sum = 0;
      for (double& x : *law) {
        x = anew ? random.log_uniform(1e-5, 1)
                 : x * std::exp(i == 0 ? 0 : random.uniform(-0.2, 0.2));
        sum += x;
      }
      for (double& x : *law) x /= sum;
    }
    double most = 1e6;  // beyond it a probability would be negative
    for (size_t k = 0; k < 3; ++k) {
      if (near_Q[k] < near_P[k]) most = std::min(most, near_P[k] / (near_P[k] - near_Q[k]));
    }
    const double t = farthest(g, near_P, near_Q, most * (1 - 1e-12)),
                 delta = delta_of(near_P, near_Q, t, epsilon);
    if (delta <= best) continue;
    best = delta;
    P = near_P;
    for (size_t k = 0; k < 3; ++k) Q[k] = near_P[k] + t * (near_Q[k] - near_P[k]);
  }
  return best;
}

Guaranteed drawn(Random& random, int i) {
  const auto rounded = [](double x) { return std::stod(Random::text(x)); };
  Guaranteed out;
  if (i % 4 < 2) out.rho = rounded(random.log_uniform(0.02, 3));
  if (i % 4 == 1) out.xi = rounded(random.uniform(0, 0.5));
  double order = 1, bound = 0;
  for (int k = i % 4 < 2 ? 0 : i % 4 - 1 + random.integer(0, 2); k > 0; --k) {
    order = rounded(order * random.uniform(1.1, 4));
    bound = rounded(bound + random.log_uniform(0.02, 1));
    out.orders.push_back(order);
    out.bounds.push_back(bound);
  }
  return out;
}

}  // namespace

TEST_CASE("guarantees: conversions are what mechanisms with two and three outputs attain",
          "[mechanisms][guarantees][PROMISED-TEST][slow]") {
  Random random(57);
  for (int i = 0; i < iterations(200); ++i) {
    const Guaranteed g = drawn(random, i);
    const std::string at =
        Random::text(random.uniform(0, i % 4 < 2 ? 2 * std::sqrt(g.rho) + g.rho : 2));
    const double epsilon = std::stod(at);
    const Ball found = forward_delta(g.text(), at, "auto", 10);
    const Found two = two_outputs(g, epsilon);
    CAPTURE(i, g.text(), at, found.approximate(), two.delta);
    REQUIRE(two.delta > 0);
    const double three = three_outputs(g, epsilon, two, random);
    CAPTURE(three);
    CHECK(found.relative_digits() >= 10);
    CHECK(two.delta <= found.approximate() * (1 + 1e-6));
    CHECK(two.delta >= found.approximate() * (1 - 1e-4));
    CHECK(three <= found.approximate() * (1 + 1e-6));
    CHECK(three >= found.approximate() * (1 - 1e-4));
  }
}
