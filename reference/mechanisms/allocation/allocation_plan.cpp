#include "reference/mechanisms/allocation/allocation_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/allocation/allocation_sketch.hpp"

namespace plumbline::allocation {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kRight = M_PI / 2;

/// For the point c + iy of the line: computes the log of the integral of |integrand| along Im u = -theta, relative to
/// K(c).
class EdgeSize {
 public:
  EdgeSize(double a, double y) : a_(a), y_(y), offset_(log_gamma(a) - log_abs_gamma(a, y)) {}
  double operator()(double theta) const {
    return offset_ - a_ * std::log(std::cos(theta)) - y_ * theta;
  }

 private:
  double a_, y_, offset_;
};

/// `rate` is the smallest frequency 2 pi/h for which the discretisation error is below e^-target at both ends of an
/// interval of y; the error is convex in y, so the ends suffice. `above` and `below` are the distances of the two lines
/// (edges) on which the integrand is bounded.
struct Nyquist {
  double rate = kInf, above = 0, below = 0;
};

double worst(const EdgeSize (&ends)[2], double theta) {
  return std::max(ends[0](theta), ends[1](theta));
}

/// Returns the smallest frequency for an edge between theta and theta + reach. Stores |edge - theta| in *distance.
double best_edge(const EdgeSize (&ends)[2], double theta, double reach, double target,
                 double* distance) {
  double best = kInf;
  constexpr int kTries = 24;
  for (int i = 1; i < kTries; ++i) {
    // The candidates are denser near the far end, where the integrand may be unbounded.
    const double share = 1 - std::pow(1 - static_cast<double>(i) / kTries, 2);
    const double d = std::fabs(reach) * share;
    const double rate = (target + std::max(0.0, worst(ends, theta + reach * share))) / d;
    if (rate < best) {
      best = rate;
      *distance = d;
    }
  }
  return best;
}

Nyquist nyquist(const EdgeSize (&ends)[2], double theta, double target) {
  Nyquist out;
  const double up = best_edge(ends, theta, kRight - theta, target, &out.above);
  const double down = best_edge(ends, theta, -kRight - theta, target, &out.below);
  out.rate = std::max(up, down);
  return out;
}

/// Returns the angle at which both edges need the same frequency.
double balanced_angle(const EdgeSize (&ends)[2], double target) {
  double low = 0, high = kRight;
  for (int i = 0; i < 30; ++i) {
    const double theta = (low + high) / 2;
    double d = 0;
    const double up = best_edge(ends, theta, kRight - theta, target, &d);
    const double down = best_edge(ends, theta, -kRight - theta, target, &d);
    (up < down ? low : high) = theta;
  }
  return rounded_down(low, 20);
}

/// The necessary accuracy of Phi at Re u = v on Im u = -angle: an error of at most e^log_allowed.
struct Need {
  double v, angle, log_allowed;
};

/// Data that all rays of one c share.
struct Outline {
  const AllocationLaw& law;
  const Sketch& sketch;
  int order;
  double a, target;
  double peak_height;
};

/// Returns the rule on a ray with the given angle and edges, and appends the accuracy of Phi that it needs.
Ray ray_of(const Outline& o, double angle, const Nyquist& rate, double lost,
           std::vector<Need>* needs) {
  Ray ray;
  ray.angle = angle;
  ray.step = rounded_down(2 * M_PI / rate.rate, 20);
  ray.above = rounded_down(rate.above, 20);
  ray.below = rounded_down(rate.below, 20);
  const double drop = o.target + lost + 4 + std::log(1 + rate.rate);
  const Sketch::Range range = o.sketch.range(o.order, o.a, drop);
  const double turned = -std::log(std::cos(angle));
  ray.first = saturated(std::floor((range.low + turned) / ray.step)) - 1;
  ray.last = saturated(std::ceil((range.high + turned) / ray.step)) + 1;
  if (needs == nullptr) return ray;
  const double log_t = std::log(o.law.t_approx);
  constexpr int kPlaces = 12;
  for (int i = 0; i <= kPlaces; ++i) {
    const double low = static_cast<double>(ray.first - 1) * ray.step - turned,
                 high = static_cast<double>(ray.last + 1) * ray.step - turned;
    const double v = low + (high - low) * i / kPlaces;
    const double size = o.sketch.log_integrand(o.order, o.a, v) - range.height;
    const double slack = std::min(0.0, -o.target - lost - 3 - size);
    const double next = o.sketch.log_integrand(o.order, o.a, v + ray.step);
    const double fall = std::fabs(next - size - range.height);
    for (int k = 0; k <= o.order; ++k) {
      const double at = v + k * o.law.mu_approx * o.law.mu_approx;
      needs->push_back({at + turned, angle, o.sketch.log_phi(at) - log_t - 3 + slack});
      // The bound of the part beyond either end uses the decrease of Phi on the real axis from one node to the next.
      const bool end = i == 0 || i == kPlaces;
      const double known = std::log(std::min(1.0, fall)) - 3;
      if (end) needs->push_back({at, 0, o.sketch.log_phi(at) - log_t + known});
    }
  }
  return ray;
}

/// Returns the |eta| at which the rule for Phi (StepGrid) may end: the terms of the nodes zeta = beta + i eta beyond it
/// are below the allowed errors. eta is negative if `against` is true, otherwise positive.
double cut_at(const AllocationLaw& law, double beta, double d, bool against, double log_size,
              const std::vector<Need>& needs) {
  const double mu2 = law.mu_approx * law.mu_approx, s = against ? 1 : -1;
  const auto good = [&](double eta) {
    const double size = log_size + log_abs_gamma(beta, eta) - mu2 * eta * eta / 2;
    for (const Need& need : needs) {
      const double kappa = mu2 * eta + std::atan2(eta, beta) - s * need.angle;
      if (!(kappa > 0)) return false;
      const double tail =
          size - beta * need.v + s * need.angle * eta - std::log(-std::expm1(-kappa * d));
      if (tail > need.log_allowed - 1) return false;
    }
    return true;
  };
  double low = 0, high = 1;
  while (!good(high) && high < 1e6) {
    low = high;
    high *= 1.5;
  }
  for (int i = 0; i < 12; ++i) {
    const double middle = (low + high) / 2;
    (good(middle) ? high : low) = middle;
  }
  return high;
}

/// Returns the period for which the aliases are below the allowed errors. Stores in *far the exponent StepGrid::far for
/// which the bound of the aliases permits the shortest period.
double period_for(const AllocationLaw& law, double beta, const std::vector<Need>& needs,
                  double* far) {
  const double mu2 = law.mu_approx * law.mu_approx, log_t = std::log(law.t_approx);
  double near = 0, best = kInf;
  for (const Need& need : needs) near = std::max(near, (1 - need.log_allowed) / beta);
  for (int i = 0; i < 24; ++i) {
    const double b = beta + 0.25 * std::pow(1.35, i);
    const double size = log_gamma(1 + b) + b * (b + 1) * mu2 / 2;
    double longest = near;
    for (const Need& need : needs) {
      const double log_cos = std::log(std::cos(need.angle));
      const double log_bound = size + b * (log_t - need.v - log_cos) - need.log_allowed + 1;
      longest = std::max(longest, log_bound / (b - beta));
    }
    if (longest < best) {
      best = longest;
      *far = b;
    }
  }
  return best;
}

StepGrid grid_for(const AllocationLaw& law, double a, const std::vector<Need>& needs) {
  const double mu2 = law.mu_approx * law.mu_approx, log_t = std::log(law.t_approx);
  StepGrid best;
  double least = kInf;
  for (int i = 0; i < 16; ++i) {
    const double beta =
        rounded_down(i < 13 ? 0.25 * std::pow(1.5, i) : a / law.t_approx * (i - 12), 20);
    if (!(beta > 1e-3) || beta > 1e4) continue;
    double far = 0;
    const double period = period_for(law, beta, needs, &far);
    if (!std::isfinite(period)) continue;
    StepGrid grid;
    grid.beta = beta;
    grid.far = rounded_down(far, 20);
    grid.step = rounded_down(2 * M_PI / period, 20);
    const double size =
        beta * log_t + beta * (beta + 1) * mu2 / 2 + std::log(grid.step / (2 * M_PI));
    grid.first = -saturated(std::ceil(cut_at(law, beta, grid.step, true, size, needs) / grid.step));
    grid.last = saturated(std::ceil(cut_at(law, beta, grid.step, false, size, needs) / grid.step));
    double lost = 0;
    for (const Need& need : needs) {
      lost = std::max(lost, size + log_gamma(beta) - beta * need.v - need.log_allowed);
    }
    const double bits = lost / kLn2 + 40;
    const double cost = static_cast<double>(grid.last - grid.first + 1) * (100 + bits);
    if (cost < least) {
      least = cost;
      best = grid;
      best.bits = Bits{saturated(std::min(bits, 1e5))};
    }
  }
  return best;
}

/// Returns the extra bits for the largest exponents on the rays.
long exponent_bits(const Outline& o, const std::vector<Stretch>& stretches, double D) {
  double most = 1;
  for (const Stretch& s : stretches) {
    const double v = std::max(std::fabs(static_cast<double>(s.ray.first) * s.ray.step),
                              std::fabs(static_cast<double>(s.ray.last) * s.ray.step)) +
                     2;
    const double y = D * static_cast<double>(s.to);
    most = std::max(most, (o.a + y) * (v + std::log(o.a + y + 3)));
  }
  return static_cast<long>(std::log2(most)) + 12;
}

/// A division of a line into intervals of equal length in asinh(y/a): one angle is good for a fixed range of
/// asinh(y/a).
struct Candidate {
  std::vector<Stretch> stretches;
  double cost = 0, lost = 0;
};

Candidate candidate(const Outline& o, double D, size_t count, int parts) {
  constexpr double kSteps = 200;  // approximate number of nodes of the rule for Phi
  Candidate out;
  const double last = std::asinh(D * static_cast<double>(count) / o.a);
  size_t from = 0;
  for (int i = 1; i <= parts && from < count; ++i) {
    const double y = o.a * std::sinh(last * i / parts);
    size_t to = i == parts ? count : std::min(count, static_cast<size_t>(y / D) + 1);
    if (to <= from) continue;
    const EdgeSize ends[2] = {{o.a, D * static_cast<double>(from)},
                              {o.a, D * static_cast<double>(to - 1)}};
    const double angle = balanced_angle(ends, o.target);
    const double lost = std::max(0.0, worst(ends, angle));
    const Ray ray = ray_of(o, angle, nyquist(ends, angle, o.target), lost, nullptr);
    out.stretches.push_back({ray, from, to});
    out.lost = std::max(out.lost, lost);
    out.cost += static_cast<double>(ray.last - ray.first + 1) *
                (static_cast<double>(to - from) + kSteps * (o.order + 1) + 50);
    from = to;
  }
  out.cost *= 1 + out.lost / 100;
  return out;
}

Outline outline(const AllocationLaw& law, double c, int order, Bits p) {
  const double target = static_cast<double>(p.n) * kLn2 + 3;
  return {law, sketch_of(law), order, order - c, target, 0};
}

/// Returns the smallest n with a = n - c >= 3/4.
int least_order(double c) { return static_cast<int>(std::max(0.0, std::ceil(c + 0.75))); }

}  // namespace

RealPlan plan_real(const AllocationLaw& law, double c, Bits p) {
  RealPlan out;
  out.order = least_order(c);
  if (out.order > kMostOrder || !(c > -1e9) || !sketch_of(law).usable()) return out;
  const Outline o = outline(law, c, out.order, p);
  const EdgeSize ends[2] = {{o.a, 0}, {o.a, 0}};
  std::vector<Need> needs;
  out.ray = ray_of(o, 0, nyquist(ends, 0, o.target), 0, &needs);
  out.ray.above = out.ray.below = std::min(out.ray.above, out.ray.below);
  out.grid = grid_for(law, o.a, needs);
  const double bits = (o.target + 20) / kLn2;
  out.grid.bits = Bits{std::max(out.grid.bits.n, static_cast<long>(bits))} +
                  exponent_bits(o, {{out.ray, 0, 1}}, 0);
  return out;
}

LinePlan plan_line(const AllocationLaw& law, double c, double D, size_t count, Bits p) {
  LinePlan out;
  if (!(c > -1e9) || !(D >= 0) || count == 0 || !sketch_of(law).usable()) return out;
  Candidate best;
  best.cost = kInf;
  const int least = least_order(c);
  for (int order = least; order <= kMostOrder; ++order) {
    const Outline o = outline(law, c, order, p);
    for (const int parts : {1, 2, 3, 4, 6, 8, 12, 16, 24}) {
      Candidate found = candidate(o, D, count, parts);
      if (found.cost > 4 * best.cost) break;
      if (!(found.cost < best.cost)) continue;
      best = std::move(found);
      out.order = order;
    }
    if (order - c > 8) break;  // no further improvement
  }
  constexpr double kMostCost = 2e9;
  if (!(best.cost < kMostCost)) return out;
  const Outline o = outline(law, c, out.order, p);
  std::vector<Need> needs;
  for (const Stretch& s : best.stretches) {
    const EdgeSize ends[2] = {{o.a, D * static_cast<double>(s.from)},
                              {o.a, D * static_cast<double>(s.to - 1)}};
    const double lost = std::max(0.0, worst(ends, s.ray.angle));
    ray_of(o, s.ray.angle, nyquist(ends, s.ray.angle, o.target), lost, &needs);
  }
  out.grid = grid_for(law, o.a, needs);
  const double bits = (o.target + best.lost + 20) / kLn2;
  out.grid.bits = Bits{std::max(out.grid.bits.n, static_cast<long>(bits))} +
                  exponent_bits(o, best.stretches, D);
  // Beyond this precision the values of a single step take minutes.
  constexpr long kMostBits = 1L << 14;
  if (out.grid.bits.n > kMostBits) return {};
  out.stretches = std::move(best.stretches);
  return out;
}

Ball transform(const AllocationLaw& law, double c, Bits p, const Poll& poll) {
  if (c == 0 || c == 1) return Ball::integer(1, p);
  const RealPlan plan = plan_real(law, c, p);
  return transform(law, c, plan.order, plan.ray, plan.grid, p, poll);
}

}  // namespace plumbline::allocation
