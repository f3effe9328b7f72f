/// Integrals over the subsampled Gaussian pair P = N(0,1), Q = (1-p) N(0,1) + p N(mu,1) by trapezoid rules with proven
/// errors. phi is the density of N(0,1). For an output u, z = mu u - mu^2/2, w = dQ/dP = 1-p + p e^z and L = log w.
///
/// Each rule sums h g(jh + i a) over first <= j <= last, where g is the integrand. Its error has two parts: the
/// discretisation error, bounded by the size of g on the edges of a strip in which g is analytic, and the sum over the
/// omitted nodes, bounded by Gaussian tails. The bounds are valid for every grid; by default, heuristics choose one.
/// The proofs are in mixture.cpp and mixture_bounds.cpp.
#pragma once

#include <memory>
#include <vector>

#include "reference/mechanisms/loss_measure.hpp"
#include "reference/mechanisms/taylor_decay.hpp"
#include "reference/mechanisms/window.hpp"

namespace plumbline::mixture {

namespace heuristic {
struct Table;
}

/// The distribution of the loss, or its smooth part with the window X (window.hpp). If a window is set, phi below
/// denotes phi X.
struct MixtureLaw {
  Rational mu, p;  ///< mu > 0, 0 < p < 1
  double mu_approx, p_approx;
  Window window{};
  std::shared_ptr<const heuristic::Table> table{};  ///< table of the heuristics; may be null
};

/// A trapezoid rule on Im u = shift. All doubles are exact numbers.
struct Grid {
  double shift = 0;  ///< a >= 0
  double step = 0;   ///< h > 0
  double strip = 0;  ///< half-width of the strip around the line used in the error bound
  long first = 0, last = 0;
  size_t size() const { return static_cast<size_t>(last - first + 1); }
  /// Returns true if the rule has few enough nodes to be summed; extreme tilts need too many nodes.
  bool reasonable() const { return step > 0 && last >= first && last - first < 60000; }
};

/// Returns w(t + i a) for real t. For 0 <= a mu < pi it is not on the branch cut of the principal logarithm.
ComplexBall ratio(const MixtureLaw& law, const Ball& t, const Ball& a);
Ball ratio(const MixtureLaw& law, const Ball& t);

/// Enclose K(c) = int phi(u) X(u) w(u)^c du, by BOUND(MIXTURE-REAL).
Ball transform(const MixtureLaw& law, double c, Bits p);
Ball transform(const MixtureLaw& law, double c, const Grid& grid, Bits p);

/// Enclose K(c + i k D), k = 0 .. count-1, D >= 0, from nodes on Im u = a > 0, with errors by BOUND(MIXTURE-LINE).
LineValues transform_on_line(const MixtureLaw& law, double c, const Ball& D, size_t count, Bits p,
                             const std::function<void()>& poll);
LineValues transform_on_line(const MixtureLaw& law, double c, const Grid& grid, const Ball& D,
                             size_t count, Bits p, const std::function<void()>& poll);

/// Return an upper bound of |K(c+iy)| for all |y| >= T > 0, by BOUND(MIXTURE-FAR): an integral over Im u = a, where 0 <
/// a mu < pi and a = grid.shift.
Ball far_bound(const MixtureLaw& law, double c, double T, double a, Bits p);
Ball far_bound(const MixtureLaw& law, double c, double T, const Grid& grid, Bits p);

/// Encloses K and its first four derivatives at c, by BOUND(MIXTURE-MOMENTS) with left < c < right.
std::vector<Ball> derivatives(const MixtureLaw& law, double c, const Grid& grid, double left,
                              double right, Bits p);
/// Encloses the central moments of the loss under the distribution tilted by e^{cL}.
TiltedMoments moments(const MixtureLaw& law, double c, Bits p);

/// Returns a number C with |K(c+iy)| <= C/|y|, by BOUND(MIXTURE-ALGEBRAIC).
UpperBound algebraic_decay(const MixtureLaw& law, double c);

/// Heuristics in doubles, which choose grids, contours and truncation points. No value computed here enters a bound.
namespace heuristic {
double log_transform(const MixtureLaw& law, double c);
/// Returns a table that speeds up thousands of calls of the heuristics for a distribution with an upper edge.
std::shared_ptr<const Table> table(const MixtureLaw& law);
/// Returns a point u beyond which the window with an upper edge decreases faster than w^c increases (c > 1).
double winning_place(const MixtureLaw& law, double c, double kappa);
/// Returns the log of B(T)/K(c) at the best shift (B of MIXTURE-FAR), and stores this shift in *shift.
double log_far_bound(const MixtureLaw& law, double c, double T, double* shift);
struct Moments {
  double variance, fourth;
};
Moments moments(const MixtureLaw& law, double c);
/// Returns a grid whose bounds are approximately e^-target relative to K(c).
Grid real_grid(const MixtureLaw& law, double c, double target);
Grid line_grid(const MixtureLaw& law, double c, double target);
Grid far_grid(const MixtureLaw& law, double c, double shift, double target);
}  // namespace heuristic

}  // namespace plumbline::mixture
