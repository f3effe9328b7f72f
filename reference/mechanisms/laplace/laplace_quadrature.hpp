/// The continuous part of the subsampled Laplace pair,
///     C(s) = (mu/2) int_0^1 e^{-mu x} w(x)^s dx,  w = q + p e^z,  z = mu (2x - 1),  q = 1 - p,
/// by Gauss rules with proven errors on panels of a path from 0 to 1. The path is the interval [0, 1]. If w^{iy}
/// oscillates there, the path instead goes up to a height Im x <= pi/(4 mu), across and down again; w^{iy} decays on
/// this path.
#pragma once

#include <utility>
#include <vector>

#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "reference/mechanisms/loss_measure.hpp"
#include "reference/mechanisms/taylor_decay.hpp"

namespace plumbline::laplace {

struct LaplaceLaw {
  Rational mu, p;  ///< mu > 0, 0 < p < 1: otherwise the error is infinite
  double mu_approx, p_approx;
};

/// Returns log w at x. The two functions below return the smallest and the largest loss.
Ball log_ratio(const LaplaceLaw& law, const Ball& x);
inline Ball lowest_loss(const LaplaceLaw& law, Bits p) { return log_ratio(law, Ball(p)); }
inline Ball highest_loss(const LaplaceLaw& law, Bits p) {
  return log_ratio(law, Ball::integer(1, p));
}

/// Return q = 1 - p, and p e^z at real x.
inline Ball unsampled(const LaplaceLaw& law, Bits p) { return Ball(Rational(1) - law.p, p); }
Ball shifted_part(const LaplaceLaw& law, const Ball& x);

/// Nodes of a quadrature: C(c + iy) for 0 <= y <= Y is sum_k weights[k] e^{iy log_ratios[k]} within `error`. The
/// weights include the factors e^{c log_ratios[k]}.
struct Rule {
  ComplexVector log_ratios, weights;
  UpperBound error;
};

/// Returns a rule whose error (BOUND(LAPLACE-PATH) in the .cpp file) is approximately e^log_tolerance, or larger if the
/// maximum number of points or panels is too small. The error is infinite if c or Y is not finite or Y < 0. `poll` may
/// throw.
Rule rule(const LaplaceLaw& law, double c, double Y, double log_tolerance, Bits p,
          const Poll& poll);

/// Returns A(c) = (e^{c a} + e^{-mu + c b})/2, where a and b are the lowest and the highest loss. C(c) <= mu A(c).
Ball atoms(const LaplaceLaw& law, double c, Bits p);

/// Returns K(c) = A(c) + C(c).
Ball transform(const LaplaceLaw& law, double c, Bits p);

/// Computes K^(k)(c), k = 0 .. 4, with quadrature errors (BOUND(LAPLACE-MOMENTS)) of approximately e^log_tolerance
/// for k = 0.
void derivatives(const LaplaceLaw& law, double c, double log_tolerance, Bits p, Ball (&out)[5]);
/// Returns the central moments of the loss under the distribution tilted by c, from these derivatives.
TiltedMoments moments(const LaplaceLaw& law, double c, Bits p);

/// Returns a bound of sup |C(c+iy)| over |y| >= T by BOUND(SUBSAMPLED-LAPLACE-FAR). The bound is valid for every choice
/// of x, 0 <= x < 1.
Ball far_bound(const LaplaceLaw& law, double c, double T, double x, Bits p);

/// Returns a bound of sup |K(c+iy)|/K(c) over |y| >= T: BOUND(SUBSAMPLED-LAPLACE-WINDOW). For small y the bound uses
/// the variation of the loss within pi/y of the smallest loss, which is an atom. For large y it is the far bound. The
/// cell `start` (1 .. spread_cells) determines the y from which the far bound is used.
constexpr int spread_cells = 96;
Ball spread_bound(const LaplaceLaw& law, double c, double T, int start, Bits p);

/// Heuristics in doubles, which enter no bound.
namespace heuristic {
double log_transform(const LaplaceLaw& law, double c);
/// The loss at x.
double log_ratio(const LaplaceLaw& law, double x);
/// Returns the losses and P-masses of the atoms and of nodes between them.
std::vector<std::pair<double, double>> masses(const LaplaceLaw& law);
struct Moments {
  double variance, fourth;
};
Moments moments(const LaplaceLaw& law, double c);
/// Returns log of (A(c) + far bound)/K(c) at the best x, which is stored in *x.
double log_far_bound(const LaplaceLaw& law, double c, double T, double* x);
/// Returns log of the spread bound at the best start, which is stored in *start.
double log_spread_bound(const LaplaceLaw& law, double c, double T, int* start);
}  // namespace heuristic

}  // namespace plumbline::laplace
