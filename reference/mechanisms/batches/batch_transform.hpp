/// The transform of one step on a batch of fixed size, for the pair of BOUND(FIXED-BATCH): with
///     f(x) = 1-q + q e^{mu x - mu^2/2},   A(s) = int_{mu/2}^inf phi f^s dx, A covers the losses above 0 under P,
///     A(1-s) the losses below 0 as their mirror images, and the rest has the loss 0:
///     K(s) = A(s) + A(1-s) + (1-q)(1 - 2 Phi(-mu/2)). Gauss rules with proven errors; proofs in batch_transform.cpp
///     and batch_decay.cpp.
#pragma once

#include <vector>

#include "reference/mechanisms/loss_measure.hpp"
#include "reference/mechanisms/taylor_decay.hpp"

namespace plumbline::batch {

struct BatchLaw {
  Rational mu, q;  ///< mu > 0, 0 < q < 1
  double mu_approx, q_approx;
};

/// K(c+iy) = sum_k weights[k] e^{iy losses[k]} within `error` for |y| <= Y.
struct Rule {
  std::vector<Ball> losses, weights;
  UpperBound error;
};
Rule rule(const BatchLaw& law, double c, double Y, double log_tolerance, Bits p);

/// K(c).
Ball transform(const BatchLaw& law, double c, Bits p);
/// The mass of the losses of 0.
Ball rest_at_zero(const BatchLaw& law, Bits p);
/// A(c) and A(1-c).
struct Sides {
  Ball own, mirrored;
};
Sides sides(const BatchLaw& law, double c, Bits p);
/// Central moments of the loss under the distribution tilted by c.
TiltedMoments moments(const BatchLaw& law, double c, Bits p);
/// A bound of |K(c+iy)| for |y| >= T, on a path that rises to v.
Ball far_bound(const BatchLaw& law, double c, double T, double v, Bits p);
/// A bound of |K(c+iy)|/K(c) for from <= |y| <= to, from values at points in between.
Ball cells_bound(const BatchLaw& law, double c, double from, double to, Bits p);

/// Heuristics in doubles; they bound nothing.
namespace heuristic {
/// The data at one tilt.
struct Sketch {
  double log_K, variance, fourth;
  double rest;  ///< the part of K at the loss 0
  double own, mirrored;
};
Sketch sketch(const BatchLaw& law, double c);
/// The height of the path for the far bound at T, and log of that bound divided by K(c).
double height(const BatchLaw& law, double T);
double log_far_bound(const BatchLaw& law, const Sketch& at, double c, double T);
/// The y beyond which the far bound is useful.
double far_start(const BatchLaw& law);
}  // namespace heuristic

}  // namespace plumbline::batch
