/// Finds roots of functions that need not be monotone: approximations oscillate in their tails, and the correct root
/// is the one nearest to a good starting point.
#pragma once

#include <functional>
#include <limits>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

/// Returns the root of g in [a, b], where g changes sign, to the type's precision (Alefeld, Potra, Shi 1995;
/// Chandrupatla 1997 for AdjustableReal). ga and gb are the values of g at a and b.
template <class Real>
Real bracketed_root(const std::function<Real(const Real&)>& g, const Real& a, const Real& b,
                    const Real& ga, const Real& gb);
template <>
AdjustableReal bracketed_root(const std::function<AdjustableReal(const AdjustableReal&)>& g,
                              const AdjustableReal& a, const AdjustableReal& b,
                              const AdjustableReal& ga, const AdjustableReal& gb);

/// Returns the root of g nearest to `start`, to the resolution of the search. The search goes from `start` to both
/// sides. Its first step is `step`, and each further step is a tenth longer. Returns nan if g does not change sign
/// within a distance of approximately 1500 `step`.
template <class Real, class Function>
Real nearest_root(const Function& g, const Real& start, Real step) {
  const auto negative = [](const Real& y) { return y < 0; };
  Real left = start, right = start, g_left = g(start), g_right = g_left;
  for (int k = 0; k < 50; ++k, step *= Real(11) / 10) {
    const Real x = right + step, gx = g(x);
    if (negative(gx) != negative(g_right)) return bracketed_root<Real>(g, right, x, g_right, gx);
    right = x, g_right = gx;
    const Real y = left - step, gy = g(y);
    if (negative(gy) != negative(g_left)) return bracketed_root<Real>(g, y, left, gy, g_left);
    left = y, g_left = gy;
  }
  return std::numeric_limits<Real>::quiet_NaN();
}

}  // namespace plumbline::approximations
