/// Where the aliases of a sum along a line are bounded best, and which period keeps them small
/// enough: chosen in doubles, nothing here enters a bound.
#pragma once

#include <functional>

#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::fourier {

/// The line Re s = c for the threshold t, and the side on which a place is looked for, at distances
/// e^nearest to e^farthest.
struct AliasSearch {
  Kernel kernel;
  double t, c, log_tolerance;
  bool to_right;
  double nearest, farthest;
};

struct AliasPeriod {
  double at;      ///< the place
  double period;  ///< at which kappa(x) K(x) e^{t(sigma-x)} e^{-|x-c| period} is the tolerance
};

/// `log_transform` is that of K; `price`, at least 1, of log |x - c|, makes a place dearer.
AliasPeriod alias_period(const AliasSearch& search,
                         const std::function<double(double)>& log_transform,
                         const std::function<double(double)>& price);

}  // namespace plumbline::fourier
