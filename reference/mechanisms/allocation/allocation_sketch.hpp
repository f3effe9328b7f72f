/// The distribution of random allocation in doubles, tabulated once, for choosing contours, rays and grids. No value
/// computed here enters a bound.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// The natural cubic spline of values on a uniform grid, linear beyond the ends.
class Spline {
 public:
  Spline() = default;
  Spline(double first, double step, std::vector<double> values);
  double operator()(double x) const;
  double last() const { return first_ + step_ * static_cast<double>(values_.size() - 1); }

 private:
  double first_ = 0, step_ = 1;
  std::vector<double> values_, second_;
};

/// Maximum order of the computed moments. For larger orders only bounds are available.
inline constexpr long kMostExact = 400;
inline constexpr double kMostPower = 20000;

/// Returns N for BOUND(ALLOCATION-POWER).
long power_order(double c);

class Sketch {
 public:
  explicit Sketch(const AllocationLaw& law);

  /// Returns false for very large mu, for which only moments are tabulated. Losses are then in the hundreds, lines
  /// would be too long, and the tables would need time of order mu^3.
  bool usable() const { return mu_ < 25; }

  /// Returns log Phi(v) for real v.
  double log_phi(double v) const;
  /// Returns the log of e^{av} E[(S/t)^n e^{-e^v S/t}].
  double log_integrand(int n, double a, double v) const;
  /// The place and the value of the maximum of log_integrand (`peak`, `height`), and the places on either side at which
  /// it has decreased by `drop` (`low`, `high`).
  struct Range {
    double low, peak, high, height;
  };
  Range range(int n, double a, double drop) const;
  /// Returns log K(c) for every real c. For orders at which no lines are computed, returns the log of an upper bound of
  /// K(c) (allocation_moments.hpp).
  double log_transform(double c) const;
  /// Returns the log of the s that minimises s^-c (sum_{k=0}^N E[Y^k] (s/t)^k/k!)^t.
  double moment_saddle(double c, long N) const;

 private:
  struct MomentSums {
    double log_M, degree;  ///< log M(s); t times the mean of k, weighted by the terms of M(s)
  };
  struct SketchTerm {
    double log_weight;
    std::vector<std::pair<int, double>> factors;  ///< shifts and powers
  };
  double excess(double log_x) const;
  double log_sum(int n, double v) const;
  double by_integral(int n, double a) const;
  MomentSums moment_sums(long N, double log_s) const;
  double by_moments(double c) const;
  double by_bounds(double c) const;

  double mu_, t_, log_t_;
  Spline curvature_;  ///< log of (x + log phi(x))/x^2 at log x, phi(x) = E e^{-xY}, for x <= 1
  Spline decay_;      ///< log of -log phi(x), for x >= 1
  std::vector<std::vector<SketchTerm>> parts_;  ///< the terms of summands(), by order n
  std::vector<double> log_moments_;             ///< log K(n), n = 0 .. kMostExact
};

/// Returns the sketch of a distribution made by law_of().
const Sketch& sketch_of(const AllocationLaw& law);

/// Returns log |Gamma(x + iy)| for x > 0.
double log_abs_gamma(double x, double y);

}  // namespace plumbline::allocation
