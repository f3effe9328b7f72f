/// Smooth windows over z, the logarithm of a likelihood ratio. They are entire functions X of z with 0 <= X <= 1 on
/// the real line. They divide a distribution over many scales e^z into parts of approximately one scale each, without
/// reducing the accuracy of quadratures.
#pragma once

#include <optional>

#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline {

/// X(z) = Q(k, e^{z-high}) - Q(k, e^{z-low}), where Q(k, x) = e^{-x} sum_{i<k} x^i/i! is the regularised upper
/// incomplete gamma function. A missing edge is infinite; without edges X = 1. Above the upper edge X decreases like
/// exp(-e^{z-high}); below the lower edge it increases like e^{k (z-low)}/k!. All numbers are used exactly.
struct Window {
  std::optional<double> low, high;
  int k = 1;
  bool whole() const { return !low && !high; }
  /// Returns true if k >= 1, the edges are finite and low < high. The values of other windows are indeterminate.
  bool valid() const;
};

/// Returns the window with only its upper (lower) edge. The value X of `window` is at most the value of either result.
Window upper_part(const Window& window);
Window lower_part(const Window& window);

/// Returns X(z + log kappa) with full relative accuracy; 0 < kappa <= 1.
Ball window_value(const Window& window, const Ball& z, const Ball& kappa);
/// Returns X(z) for complex z.
ComplexBall window_value(const Window& window, const ComplexBall& z);

/// Computes P(k, x) = 1 - Q(k, x) for 0 < x < k by its series. `terms` is the number of terms; 0 means as many as the
/// precision needs. The error bound is BOUND(WINDOW-SERIES).
Ball lower_gamma_series(int k, const Ball& x, int terms = 0);

/// Returns cos(theta)^{-k} (1 without edges), which is by BOUND(WINDOW-GROWTH) a bound of |X(z + i theta)| / X(z +
/// log cos theta) for |theta| < pi/2.
Ball window_growth(const Window& window, const Ball& theta);

/// Returns true if X(z + log kappa) (1 + rho e^z)^c, rho >= 0 and c >= 0, certainly decreases in z beyond this z, by
/// BOUND(WINDOW-HAZARD).
bool window_wins(const Window& window, const Ball& z, const Ball& kappa, const Ball& rho,
                 const Ball& c);

/// Heuristics in doubles: log X(z), and an estimate of window_wins().
double log_window(const Window& window, double z);
bool window_seems_to_win(const Window& window, double z, double kappa, double rho, double c);

}  // namespace plumbline
