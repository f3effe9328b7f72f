/// The error of a trapezoidal sum along a vertical line consists of aliases: values of the integral at other
/// thresholds. Their bound uses the transform at a point beside the line. This file chooses the point, and the period
/// for which the aliases are small enough, in doubles. No value computed here enters a bound.
#pragma once

#include <functional>

#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::fourier {

/// The line Re s = c for the threshold t. The point lies right of the line if `to_right`, otherwise left of it. Its
/// distance from the line is at least e^nearest and at most e^farthest.
struct AliasSearch {
  Kernel kernel;
  double t, c, log_tolerance;
  bool to_right;
  double nearest, farthest;
};

struct AliasPeriod {
  double at;  ///< the point x
  /// A period for which kappa(x) K(x) e^{t(sigma-x)} e^{-|x-c| period} is below the tolerance (kappa and sigma:
  /// fourier_kernel.hpp).
  double period;
};

/// Returns the point x with approximately the smallest price(log |x - c|) times the period. `log_transform` is log K.
/// `price` is at least 1, and larger for points that are expensive.
AliasPeriod alias_period(const AliasSearch& search,
                         const std::function<double(double)>& log_transform,
                         const std::function<double(double)>& price);

}  // namespace plumbline::fourier
