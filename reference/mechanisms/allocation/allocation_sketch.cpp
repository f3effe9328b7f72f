#include "reference/mechanisms/allocation/allocation_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <mutex>

#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::allocation {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kLogRootTwoPi = 0.9189385332046727;

double log_add(double a, double b) {
  const double m = std::max(a, b);
  return m == -kInf ? m : m + std::log1p(std::exp(std::min(a, b) - m));
}

/// Returns e^{-x} - 1 + x for x >= 0.
double second_remainder(double x) {
  if (x > 0.02) return std::expm1(-x) + x;
  return x * x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6))));
}

/// Returns log(1 + w) - w.
double log_remainder(double w) {
  if (std::fabs(w) > 0.01) return std::log1p(w) - w;
  double sum = 0, power = w * w;
  for (int k = 2; k < 12; ++k, power *= -w) sum -= power / k;
  return sum;
}

/// Returns the logarithms of the coefficients of the product of two power series with non-negative coefficients.
std::vector<double> log_product(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kDrop = 45;
  std::vector<double> out(a.size());
  for (size_t n = 0; n < a.size(); ++n) {
    double top = -kInf, sum = 0;
    for (size_t k = 0; k <= n; ++k) top = std::max(top, a[k] + b[n - k]);
    for (size_t k = 0; k <= n; ++k) {
      const double below = a[k] + b[n - k] - top;
      if (below > -kDrop) sum += std::exp(below);
    }
    out[n] = top + std::log(sum);
  }
  return out;
}

/// Computes log E[(S/t)^n], n = 0 .. kMostExact. Compositions multiply these values, and their errors, by the number of
/// epochs. Rough approximations are therefore not accurate enough for lines at c > 1. The moments are coefficients of
/// the t-th power of sum_k E[Y^k] (s/t)^k/k!; no terms cancel.
std::vector<double> log_moments(double mu, double t) {
  constexpr size_t kCount = static_cast<size_t>(kMostExact) + 1;
  std::vector<double> base(kCount), out(kCount, -kInf);
  for (size_t n = 0; n < kCount; ++n) {
    const double k = static_cast<double>(n);
    base[n] = k * (k - 1) * mu * mu / 2 - k * std::log(t) - log_gamma(k + 1);
  }
  out[0] = 0;
  for (double left = t; left >= 1; left = std::floor(left / 2)) {
    if (std::fmod(left, 2) >= 1) out = log_product(out, base);
    if (left >= 2) base = log_product(base, base);
  }
  for (size_t n = 0; n < kCount; ++n) out[n] += log_gamma(static_cast<double>(n) + 1);
  return out;
}

/// Returns the trapezoid step for expectations of functions of mu z, z normal, with errors near 1e-15.
double node_step(double mu) { return std::min(0.4, 0.24 / mu); }

/// Returns x + log E e^{-xY} for x <= 1, to full relative accuracy.
double small_excess(double mu, double x) {
  const double h = node_step(mu);
  double sum = 0;
  for (double s = -9; s < 2 * mu + 9; s += h) {
    const double xy = x * std::exp(mu * s - mu * mu / 2);
    sum += std::exp(-s * s / 2) * second_remainder(xy);
  }
  sum *= h * std::exp(-kLogRootTwoPi);
  return sum + log_remainder(sum - x);
}

/// Returns log E e^{-xY} for x >= 1.
double large_log(double mu, double x) {
  const double log_x = std::log(x) - mu * mu / 2;
  // Finds the mode, which satisfies s = -mu x e^{mu s - mu^2/2}.
  const double far = 60 + mu * 10 + std::max(0.0, std::log(x)) / mu;
  double low = -std::min(far, 1 + mu * std::exp(log_x)), high = 0;
  for (int i = 0; i < 80; ++i) {
    const double s = (low + high) / 2;
    (s + mu * std::exp(log_x + mu * s) > 0 ? high : low) = s;
  }
  const double mode = high, h = node_step(mu);
  const auto exponent = [&](double s) { return -s * s / 2 - std::exp(log_x + mu * s); };
  const double top = exponent(mode);
  double sum = 0;
  for (double s = mode - 9; s < mode + 9; s += h) sum += std::exp(exponent(s) - top);
  return top + std::log(h * sum) - kLogRootTwoPi;
}

}  // namespace

Spline::Spline(double first, double step, std::vector<double> values)
    : first_(first), step_(step), values_(std::move(values)), second_(values_.size(), 0.0) {
  const size_t n = values_.size();
  std::vector<double> u(n, 0.0);
  for (size_t i = 1; i + 1 < n; ++i) {
    const double p = second_[i - 1] / 2 + 2;
    second_[i] = -0.5 / p;
    const double d = (values_[i + 1] - 2 * values_[i] + values_[i - 1]) / (step * step);
    u[i] = (3 * d - u[i - 1] / 2) / p;
  }
  for (size_t i = n - 1; i-- > 1;) second_[i] = second_[i] * second_[i + 1] + u[i];
}

double Spline::operator()(double x) const {
  const size_t n = values_.size();
  const double place = (x - first_) / step_;
  if (!(place > 0)) return values_[0] + (values_[1] - values_[0]) * place;
  if (place >= static_cast<double>(n - 1)) {
    return values_[n - 1] +
           (values_[n - 1] - values_[n - 2]) * (place - static_cast<double>(n - 1));
  }
  const size_t i = std::min(static_cast<size_t>(place), n - 2);
  const double b = place - static_cast<double>(i), a = 1 - b;
  return a * values_[i] + b * values_[i + 1] +
         ((a * a * a - a) * second_[i] + (b * b * b - b) * second_[i + 1]) * step_ * step_ / 6;
}

Sketch::Sketch(const AllocationLaw& law)
    : mu_(law.mu_approx),
      t_(law.t_approx),
      log_t_(std::log(t_)),
      log_moments_(log_moments(mu_, t_)) {
  if (!usable()) return;
  const double step = 0.02 * std::max(1.0, mu_);
  // A natural spline is inaccurate at its end, and this error decreases by a factor of 4 at each node. The spline
  // therefore extends beyond x = 1.
  constexpr double kOverlap = 16;
  std::vector<double> near, far;
  const double least = -16 - 2.5 * mu_ * mu_;
  for (double l = least; l < kOverlap * step; l += step) {
    const double x = std::exp(l);
    near.push_back(std::log(small_excess(mu_, x)) - 2 * l);
  }
  curvature_ = Spline(least, step, std::move(near));
  constexpr double kMost = 3000;  // -log Phi beyond this value is not needed
  double value = 0;
  for (double l = -kOverlap * step; value < kMost && far.size() < 20000; l += step) {
    value = -large_log(mu_, std::exp(l));
    far.push_back(std::log(value));
  }
  decay_ = Spline(-kOverlap * step, step, std::move(far));
  for (int n = 0; n <= kMostOrder; ++n) {
    std::vector<SketchTerm> parts;
    for (const Summand& s : summands(law, n)) {
      SketchTerm part{std::log(s.weight.approximate()) + s.quadratic * mu_ * mu_, {}};
      for (const auto& f : s.factors) part.factors.emplace_back(f.shift, f.power.approximate());
      parts.push_back(std::move(part));
    }
    parts_.push_back(std::move(parts));
  }
}

/// Returns x + log phi(x), where x = e^log_x and phi(x) = E e^{-xY}.
double Sketch::excess(double log_x) const {
  if (log_x < 0) return std::exp(2 * log_x + curvature_(log_x));
  return std::exp(log_x) - std::exp(decay_(log_x));
}

double Sketch::log_phi(double v) const {
  const double l = v - log_t_;
  return l < 0 ? excess(l) - std::exp(l) : -std::exp(decay_(l));
}

/// Returns log E[(S/t)^n e^{-e^v S/t}] + e^v, without cancellation if e^v/t is small.
double Sketch::log_sum(int n, double v) const {
  const double l = v - log_t_, x = std::exp(l);
  double sum = -kInf;
  for (const SketchTerm& part : parts_[static_cast<size_t>(n)]) {
    double d = part.log_weight;
    for (const auto& [shift, power] : part.factors) {
      const double up = shift * mu_ * mu_;
      const bool near = l + up < 0;
      d += power * (near ? excess(l + up) - std::expm1(up) * x : log_phi(v + up) + x);
    }
    sum = log_add(sum, d);
  }
  return sum;
}

double Sketch::log_integrand(int n, double a, double v) const {
  if (v - log_t_ < 0) return a * v - std::exp(v) + log_sum(n, v);
  double sum = -kInf;  // for large v the terms of log_sum() cancel
  for (const SketchTerm& part : parts_[static_cast<size_t>(n)]) {
    double d = part.log_weight;
    for (const auto& [shift, power] : part.factors) d += power * log_phi(v + shift * mu_ * mu_);
    sum = log_add(sum, d);
  }
  return a * v + sum;
}

Sketch::Range Sketch::range(int n, double a, double drop) const {
  const auto f = [&](double v) { return log_integrand(n, a, v); };
  // The mode of e^{av - e^v} is log a. The mode of the integrand may be larger, because Phi^t is larger than e^{-e^v}.
  double low = std::log(a) - n * (mu_ * mu_ + 1) - 1, width = 0.5, high = std::log(a) + width;
  while (f(high + width) > f(high) && width < 1e4) {
    low = std::max(low, high - width);
    high += width;
    width *= 1.5;
  }
  high += width;
  constexpr double kGolden = 0.6180339887498949;
  for (int i = 0; i < 60 && high - low > 1e-9; ++i) {
    const double x = high - kGolden * (high - low), y = low + kGolden * (high - low);
    if (f(x) > f(y)) {
      high = y;
    } else {
      low = x;
    }
  }
  Range out{0, (low + high) / 2, 0, 0};
  out.height = f(out.peak);
  const auto edge = [&](double sign) {
    double inner = 0, outer = 1 / std::sqrt(a + 1);
    while (f(out.peak + sign * outer) > out.height - drop && outer < 1e5) {
      inner = outer;
      outer *= 1.6;
    }
    for (int i = 0; i < 25; ++i) {
      const double middle = (inner + outer) / 2;
      (f(out.peak + sign * middle) > out.height - drop ? inner : outer) = middle;
    }
    return out.peak + sign * outer;
  };
  out.low = edge(-1);
  out.high = edge(1);
  return out;
}

/// Returns the log of (1/Gamma(a)) int e^{av} E[(S/t)^n e^{-e^v S/t}] dv.
double Sketch::by_integral(int n, double a) const {
  constexpr double kNarrow = 1, kDrop = 38;
  const double middle = std::log(a);
  if (middle < log_t_ - 1 && std::fabs(log_sum(n, middle)) < kNarrow &&
      std::fabs(log_sum(n, middle + 6 / std::sqrt(a))) < 4 * kNarrow) {
    // Computes K(c) - 1 as the mean of expm1(log_sum()) over the distribution of the log of a Gamma variable. This form
    // has no cancellation if K(c) is near 1.
    const double h = std::min(0.3, 0.4 / std::sqrt(a));
    double weights = 0, sum = 0;
    for (const double sign : {-1.0, 1.0}) {
      for (double d = sign > 0 ? 0 : -h;; d += sign * h) {
        const double size = a * (d - std::expm1(d)), more = log_sum(n, middle + d);
        // For v far to the left, e^more is approximately K(n), which may be large.
        if (size + std::max(0.0, more) < -kDrop) break;
        weights += std::exp(size);
        sum += std::exp(size) * std::expm1(more);
      }
    }
    return std::log1p(sum / weights);
  }
  const Range r = range(n, a, kDrop);
  const double at = 0.05 * std::min(r.high - r.peak, r.peak - r.low);
  const double bend =
      (2 * r.height - log_integrand(n, a, r.peak + at) - log_integrand(n, a, r.peak - at)) /
      (at * at);
  // The integrand may have two peaks, one of them narrow. A step of at most kWidest is short enough for both, because
  // the integrand is analytic for |Im v| < pi/2.
  constexpr double kWidest = 0.3;
  const double h =
      std::min({0.35 / std::sqrt(std::max(bend, 1e-12)), (r.high - r.low) / 30, kWidest});
  double sum = 0;
  const double count = std::min(2000.0, std::ceil((r.high - r.low) / h));
  for (double i = 0; i <= count; ++i) {
    sum += std::exp(log_integrand(n, a, r.low + i * (r.high - r.low) / count) - r.height);
  }
  return r.height + std::log(sum * (r.high - r.low) / count) - log_gamma(a);
}

long power_order(double c) { return static_cast<long>(std::ceil(c + 6 * std::sqrt(c) + 8)); }

/// Returns the sums for M(s) = sum_k E[Y^k] (s/t)^k/k!, k <= N. The terms up to N/2 are summed upwards and the others
/// downwards, each until they are negligible.
Sketch::MomentSums Sketch::moment_sums(long N, double log_s) const {
  double log_more = -kInf, first = 0, top = -kInf;
  const auto add = [&](double k) {
    const double l = k * (k - 1) * mu_ * mu_ / 2 + k * (log_s - log_t_) - log_gamma(k + 1);
    if (l > top) {
      first *= std::exp(top - l);
      top = l;
    }
    log_more = log_add(log_more, l);
    first += k * std::exp(l - top);
    return l;
  };
  const double last = static_cast<double>(N);
  for (double k = 1; k <= last / 2; ++k) {
    if (add(k) < top - 40) break;
  }
  for (double k = last; k > last / 2; --k) {
    if (add(k) < top - 40) break;
  }
  const double log_M = log_more < 0 ? std::log1p(std::exp(log_more)) : log_add(0, log_more);
  return {log_M, std::exp(std::min(700.0, log_t_ + top - log_M)) * first};
}

double Sketch::moment_saddle(double c, long N) const {
  // The search interval of log s follows from two estimates. At s = c the terms of small k alone give the degree c
  // (MomentSums). At s = e^lone the term k = N is approximately 1.
  const double last = static_cast<double>(N);
  const double lone = log_t_ + log_gamma(last + 1) / last - (last - 1) * mu_ * mu_ / 2;
  double low = std::min(std::log(c), lone) - 4, high = std::log(c) + 0.5;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (moment_sums(N, middle).degree < c ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// Returns the log of the smaller of BOUND(ALLOCATION-MOMENT), interpolated between integer orders, and
/// BOUND(ALLOCATION-POWER).
double Sketch::by_bounds(double c) const {
  if (!(c < kMostPower)) return kInf;
  const auto least = [&](double order, long N) {
    const double log_s = moment_saddle(order, N);
    return t_ * moment_sums(N, log_s).log_M - order * log_s;
  };
  const auto moment = [&](double n) { return least(n, static_cast<long>(n)) + log_gamma(n + 1); };
  const double n = std::floor(c), share = c - n;
  const double between = moment(n) * (1 - share) + (share > 0 ? moment(n + 1) * share : 0);
  const double power = least(c, power_order(c)) + c * (std::log(c) - 1);
  return std::max(0.0, std::min(between, power));
}

/// Returns the log of the upper bound of BOUND(ALLOCATION-BETWEEN).
double Sketch::by_moments(double c) const {
  if (c >= static_cast<double>(kMostExact)) return by_bounds(c);
  const size_t n = static_cast<size_t>(c);
  const double share = c - static_cast<double>(n);
  return log_moments_[n] * (1 - share) + log_moments_[n + 1] * share;
}

double Sketch::log_transform(double c) const {
  if (c == 0 || c == 1) return 0;
  if (!usable()) return kInf;
  const int n = c < -1 ? 0 : static_cast<int>(std::min(100.0, std::floor(c) + 2));
  if (n <= kMostOrder && c < kMostOrder - 1) return by_integral(n, n - c);
  return by_moments(c);
}

struct SketchOnce {
  std::once_flag once;
  std::unique_ptr<const Sketch> made;
};

AllocationLaw law_of(const Rational& mu, const Rational& t) {
  return {mu, t, mu.approximate(), t.approximate(), std::make_shared<SketchOnce>()};
}

const Sketch& sketch_of(const AllocationLaw& law) {
  SketchOnce& shared = *law.sketch;
  std::call_once(shared.once, [&] { shared.made = std::make_unique<const Sketch>(law); });
  return *shared.made;
}

double log_abs_gamma(double x, double y) {
  std::complex<double> z(x, y);
  double lost = 0;
  while (std::abs(z) < 10) {
    lost += std::log(std::abs(z));
    z += 1;
  }
  const std::complex<double> series = 1.0 / (12.0 * z) - 1.0 / (360.0 * z * z * z);
  return ((z - 0.5) * std::log(z) - z + series).real() + kLogRootTwoPi - lost;
}

}  // namespace plumbline::allocation
