/// Chooses the point for the bound of the aliases of a sum along a line, and the period for which they are small
/// enough. The choice is made in doubles; no value computed here enters a bound.
#pragma once

#include <functional>

#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::fourier {

/// The line Re s = c for the threshold t. The point lies on the side `to_right`, at a distance from e^nearest to
/// e^farthest.
struct AliasSearch {
  Kernel kernel;
  double t, c, log_tolerance;
  bool to_right;
  double nearest, farthest;
};

struct AliasPeriod {
  double at;  ///< the point x
  /// The period for which kappa(x) K(x) e^{t(sigma-x)} e^{-|x-c| period} equals the tolerance.
  double period;
};

/// Minimises the period over the point x. `log_transform` is log K. `price`, a function of log |x - c| with values of
/// at least 1, is a factor of the cost of a point.
AliasPeriod alias_period(const AliasSearch& search,
                         const std::function<double(double)>& log_transform,
                         const std::function<double(double)>& price);

}  // namespace plumbline::fourier
