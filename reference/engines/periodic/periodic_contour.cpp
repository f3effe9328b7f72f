#include "reference/engines/periodic/periodic_contour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/line_search.hpp"
#include "reference/engines/perturbation.hpp"
#include "reference/engines/sieve/alias_period.hpp"

namespace plumbline::fourier {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// Returns log|1 - e^{-x}|.
double log_gap(double x) {
  const double size = std::log(-std::expm1(-std::fabs(x)));
  return x > 0 ? size : size - x;
}

/// Return log(e^a + e^b) and log|e^a - e^b|.
double log_sum(double a, double b) {
  return std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
}
double log_difference(double a, double b) {
  return std::max(a, b) + std::log(-std::expm1(-std::max(std::fabs(a - b), 1e-13)));
}

}  // namespace

PeriodicChooser::PeriodicChooser(const Composition& composition, const LossLattice& lattice)
    : composition_(composition), h_(lattice.spacing.approximate()), spacing_(lattice.spacing) {}

double PeriodicChooser::log_transform(double c) {
  const auto found = log_transform_cache_.find(c);
  if (found != log_transform_cache_.end()) return found->second;
  (*poll_)();
  double sum = 0;
  for (const Factor& f : composition_.factors()) {
    sum += f.count.approximate() * measure_of(*f.mechanism).log_transform(c);
  }
  if (std::isnan(sum)) sum = kInf;
  if (log_transform_cache_.size() > 20000) log_transform_cache_.clear();
  log_transform_cache_[c] = sum;
  return sum;
}

/// Returns log(|K(c+iy)|/K(c)), where K is the transform of the composition.
double PeriodicChooser::log_ratio(double c, double y) const {
  (*poll_)();
  double sum = 0;
  const Bits p{96};
  for (const Factor& f : composition_.factors()) {
    const LineValues line =
        measure_of(*f.mechanism).transform_on_line(c, Ball::from_binary64(y, p), 2, p, [] {});
    const ComplexBall at = line.values[1];
    const Ball ratio = (square(at.real()) + square(at.imag())) / square(line.values[0].real());
    const double one = log(ratio.midpoint()).approximate() / 2;
    sum += f.count.approximate() * (std::isnan(one) ? -1e3 : std::min(one, 0.0));
  }
  return sum;
}

/// Returns the log of K(c) |g(c)| (periodic_line.hpp). K(c) |g(c)| is an upper bound of the answer, and its log is
/// convex in c within a region without poles.
double PeriodicChooser::height(Kernel kernel, const Where& t, double c) {
  const double P = -c * t.above - log_gap(c * h_);
  const double Q = (1 - c) * t.above - log_gap((c - 1) * h_);
  double g = kernel == Kernel::P_tail ? P : Q;
  if (kernel == Kernel::profile) {
    g = c > 0 && c < 1 ? log_sum(Q, P + t.t) : log_difference(Q, P + t.t);
  }
  return log_transform(c) + g;
}

double PeriodicChooser::saddle(Kernel kernel, const Where& t, const Region& region) {
  const auto at = [&](double x) {
    if (std::isinf(region.high)) return region.low + std::exp(x);
    if (std::isinf(region.low)) return region.high - std::exp(x);
    return region.low + (region.high - region.low) / (1 + std::exp(-x));
  };
  const bool bounded = std::isfinite(region.low) && std::isfinite(region.high);
  const double span = bounded ? 14 : 24;
  const double x = golden(-span, span, 44, [&](double y) { return height(kernel, t, at(y)); });
  double c = short_double(at(x));
  if (c == region.low || c == region.high) c = at(x);
  // For a tail, one of the points 0 and 1 is no pole and may lie in the region. PeriodicLine does not permit c at this
  // point, so c is moved a little; both sides are valid.
  return c == 0 || c == 1 ? c + 0x1p-8 : c;
}

double PeriodicChooser::variance(double c) {
  // The variance is the second difference of log K. The distance of its points is small also relative to 1/h.
  const double step = std::min(1e-3 * std::max(1.0, std::fabs(c)), 0.1 / h_);
  const double v =
      (log_transform(c + step) - 2 * log_transform(c) + log_transform(c - step)) / (step * step);
  return v > 0 && std::isfinite(v) ? v : 1e-300;
}

double PeriodicChooser::period(Kernel kernel, double t, double c, double scale,
                               double log_tolerance, bool to_right, double* at) {
  const double log_scale = std::log(scale);
  const AliasPeriod found = alias_period(
      {kernel, t, c, log_tolerance, to_right, log_scale - 9, log_scale + 6},
      [this](double x) { return log_transform(x); }, [](double) { return 1.0; });
  *at = found.at;
  return found.period;
}

std::vector<PeriodicChooser::Candidate> PeriodicChooser::saddles(Question question,
                                                                 const Where& where,
                                                                 double* log_value) {
  const Kernel kernel = kernel_of(question);
  std::vector<Region> regions;
  size_t natural = 0;  // index of the region where the line integral is the answer itself
  if (kernel == Kernel::profile) {
    regions = {{-kInf, 0}, {0, 1}, {1, kInf}};
    natural = question == Question::delta ? 2 : question == Question::one_minus_delta ? 1 : 0;
  } else {
    const double pole = sigma(kernel);
    regions = {{-kInf, pole}, {pole, kInf}};
    natural = question == Question::P_above || question == Question::Q_above ? 1 : 0;
  }
  std::vector<Candidate> out;
  for (size_t i = 0; i < regions.size(); ++i) {
    Candidate k{saddle(kernel, where, regions[i]), 0, 0, 0, 0, 0, 0};
    k.height = height(kernel, where, k.c);
    k.variance = variance(k.c);
    if (i == natural) {
      const double spread = std::sqrt(k.variance) / h_ + 1;
      const double cap = question == Question::excess ? std::max(0.0, where.t) : 0.0;
      *log_value = std::min(k.height - std::log(spread) - 2, cap);
    }
    if (std::isfinite(k.height)) out.push_back(k);
  }
  return out;
}

void PeriodicChooser::weigh(Kernel kernel, const Where& where, double log_tolerance,
                            Candidate* candidate) {
  Candidate& k = *candidate;
  double near = kInf;  // distance to the nearest pole: the kernel varies on this scale
  for (const Pole& pole : poles(kernel)) near = std::min(near, std::fabs(k.c - pole.s0));
  // If the tilted distribution is nearly one atom, the lattice determines the scale.
  const double depth = std::max(1.0, k.height - log_tolerance);
  const double scale = std::max(std::min(std::sqrt(2 * depth / k.variance), 4 * depth / h_), near);
  k.period = std::max(period(kernel, where.t, k.c, scale, log_tolerance, true, &k.right),
                      period(kernel, where.t, k.c, scale, log_tolerance, false, &k.left));
  const double reach = std::min(std::sqrt(2 * depth / k.variance), M_PI / h_);
  k.cost = k.period * reach * std::sqrt(depth);
}

double PeriodicChooser::truncation_point(double c, double start, double top, double log_tolerance,
                                         double D) const {
  const auto reached = [&](double T) { return top + log_ratio(c, T) <= log_tolerance - 1; };
  double high = std::max(D, start), low = high;
  for (int i = 0; i < 6 && low > D && reached(low); ++i) {
    high = low;
    low /= 2;
  }
  while (high < M_PI / h_ && !reached(high)) {
    low = high;
    high *= 1.6;
  }
  while (high < M_PI / h_ && high / low > 1.04) {
    const double mid = std::sqrt(low * high);
    (reached(mid) ? high : low) = mid;
  }
  return high;
}

double PeriodicChooser::last_node(Kernel kernel, const Where& where, double log_tolerance,
                                  const Candidate& best, double half, PeriodicContour* out) {
  const double D = 2 * M_PI / ((2 * half + 1) * h_);
  const double middle = where.above - h_ / 2, P = -best.c * middle, Q = (1 - best.c) * middle;
  const double growth = kernel == Kernel::P_tail   ? P
                        : kernel == Kernel::Q_tail ? Q
                                                   : log_sum(Q, P + where.t);
  const double top = log_transform(best.c) + growth + 2;
  const double start = 0.5 * std::sqrt(2 * std::max(1.0, top - log_tolerance) / best.variance);
  out->log_decay = log_tolerance - 1 - top;
  return std::min(half, std::ceil(truncation_point(best.c, start, top, log_tolerance, D) / D) + 1);
}

PeriodicChooser::Choice PeriodicChooser::choose(Question question, const LatticeThreshold& t,
                                                double digits, long most_nodes, const Poll& poll) {
  poll_ = &poll;
  const Kernel kernel = kernel_of(question);
  const Where where{t.t.approximate(), t.above.approximate()};
  double log_value = 0;
  std::vector<Candidate> candidates = saddles(question, where, &log_value);
  Choice choice;
  const double log_tolerance = log_value - digits * kLn10 - 3;
  for (Candidate& k : candidates) weigh(kernel, where, log_tolerance, &k);
  const auto best = std::min_element(
      candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return (std::isfinite(a.cost) ? a.cost : kInf) < (std::isfinite(b.cost) ? b.cost : kInf);
      });
  if (best == candidates.end() || !std::isfinite(best->cost)) {
    choice.contour = PeriodicContour{2, Rational(1), 0, Bits{64}, 3, 1.5};
    choice.out_of_reach = true;  // any contour is valid, with a wide enclosure
    return choice;
  }
  PeriodicContour& out = choice.contour;
  out.c = best->c;
  out.right = best->right;
  out.left = best->left;
  const double half = std::ceil(best->period / h_ / 2), most = static_cast<double>(most_nodes);
  out.nodes = Rational::from_binary64(half) * Rational(2) + Rational(1);
  constexpr double kAlwaysWhole = 48;
  double last = half;
  if (half > kAlwaysWhole) {
    last = last_node(kernel, where, log_tolerance, *best, half, &out);
    out.most_nodes = most_nodes;
  }
  choice.out_of_reach = last > most;
  out.last = static_cast<long>(std::min(last, most));
  const double depth = std::max(best->height, log_value) - log_tolerance;
  const double large = 1 + std::fabs(out.c * where.above) + std::fabs(log_transform(out.c));
  out.bits = Bits{static_cast<long>(std::max(10.0, depth) / kLn2 + std::log2(large)) + 24};
  return choice;
}

PeriodicContour perturbed(const PeriodicContour& contour) {
  PeriodicContour out = contour;
  out.c = perturbed(contour.c, contour.right);
  // An even number, so that the number of nodes remains odd.
  const long more = 2 * (contour.last / 8 + 3);
  out.nodes = contour.nodes + Rational(more);
  out.bits = contour.bits + kMoreBits;
  if (contour.complete()) {
    out.last = contour.last + more / 2;
    return out;
  }
  const double longer = std::ceil(static_cast<double>(contour.last) * kLongerLine *
                                  (out.nodes / contour.nodes).approximate());
  // The nodes end at half a period.
  const Rational half = (out.nodes - Rational(1)) / Rational(2);
  out.last = std::max(contour.last, static_cast<long>(std::min(longer, half.approximate())));
  if (Rational(out.last) > half) out.last = contour.last;
  return out;
}

}  // namespace plumbline::fourier
