/// The transform K of one step on a batch of fixed size, for the pair of BOUND(FIXED-BATCH). With the standard normal
/// density phi, let
///
///     f(x) = 1-q + q e^{mu x - mu^2/2},   A(s) = int_{mu/2}^inf phi f^s dx.
///
/// A(s) is the contribution of the losses above 0 to K(s). A(1-s) is the contribution of the losses below 0, which are
/// the mirror images of those above 0. The remaining mass has the loss 0: K(s) = A(s) + A(1-s) + (1-q)(1 - 2
/// Phi(-mu/2)). Gauss rules with proven errors compute K; the proofs are in batch_transform.cpp and batch_decay.cpp.
#pragma once

#include <vector>

#include "reference/mechanisms/loss_measure.hpp"
#include "reference/mechanisms/taylor_decay.hpp"

namespace plumbline::batch {

struct BatchLaw {
  Rational mu, q;  ///< mu > 0, 0 < q < 1
  double mu_approx, q_approx;
};

/// A quadrature rule: K(c+iy) = sum_k weights[k] e^{iy losses[k]} with an error of at most `error` for |y| <= Y.
struct Rule {
  std::vector<Ball> losses, weights;
  UpperBound error;
};
Rule rule(const BatchLaw& law, double c, double Y, double log_tolerance, Bits p);

/// Encloses K(c).
Ball transform(const BatchLaw& law, double c, Bits p);
/// Returns the mass of the loss 0.
Ball rest_at_zero(const BatchLaw& law, Bits p);
/// The integrals A(c) and A(1-c).
struct Sides {
  Ball own, mirrored;
};
Sides sides(const BatchLaw& law, double c, Bits p);
/// Returns the central moments of the loss under the distribution tilted by e^{cL}.
TiltedMoments moments(const BatchLaw& law, double c, Bits p);
/// Returns an upper bound of |K(c+iy)| for |y| >= T, by integration along a path that rises to Im x = v (BATCH-FAR).
Ball far_bound(const BatchLaw& law, double c, double T, double v, Bits p);
/// Returns an upper bound of |K(c+iy)|/K(c) for from <= |y| <= to, as the maximum of bounds on a division of this
/// interval into cells.
Ball cells_bound(const BatchLaw& law, double c, double from, double to, Bits p);

/// Heuristics in doubles. No value computed here enters a bound.
namespace heuristic {
/// Values at one tilt.
struct Sketch {
  double log_K, variance, fourth;
  double rest;           ///< share of the loss 0 in K(c)
  double own, mirrored;  ///< shares of A(c) and A(1-c) in K(c)
};
Sketch sketch(const BatchLaw& law, double c);
/// Return the height of the path for the far bound at T, and the log of that bound divided by K(c).
double height(const BatchLaw& law, double T);
double log_far_bound(const BatchLaw& law, const Sketch& at, double c, double T);
/// Returns the y beyond which the far bound is useful.
double far_start(const BatchLaw& law);
}  // namespace heuristic

}  // namespace plumbline::batch
