/// Integrals over a pair of mixtures of normal distributions of variance 1,
///
///     P = sum_i a_i N(alpha_i, 1),  alpha_i <= 0,     Q = sum_j b_j N(beta_j, 1),  beta_j >= 0,
///
/// by trapezoid rules with proven errors. Let phi be the density of N(0,1), f = dP/dN(0,1) = sum_i a_i e^{alpha_i x -
/// alpha_i^2/2} and g = dQ/dN(0,1). Then L = log g - log f increases in x, and K(s) = int phi f^{1-s} g^s dx. The rules
/// are as in mixture.hpp; the proofs are in two_mixtures.cpp.
#pragma once

#include <cmath>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::two_mixtures {

struct Component {
  Component(Real w, Rational at);
  Real weight;     ///< a_i or b_j, > 0
  Rational place;  ///< alpha_i or beta_j
  double log_weight, place_approx;
};

struct TwoMixturesLaw {
  std::vector<Component> P, Q;  ///< some beta_j is positive
  /// Return the largest -alpha_i, and the largest beta_j.
  Rational reach_P() const;
  Rational reach_Q() const;
  /// Returns true if P = N(0,1), that is, f = 1.
  bool plain_P() const { return P.size() == 1 && P.front().place.is_zero(); }
};

using mixture::Grid;

/// Returns the principal value of log f (if the components are those of P) or log g (Q) at t + ia for real t. Requires
/// that a >= 0, and that a times each reach is below pi.
ComplexBall log_sum(const std::vector<Component>& components, const Ball& t, const Ball& a);
Ball log_sum(const std::vector<Component>& components, const Ball& t);

/// Returns a factor F with |f^{1-c} g^c|(t+ib) <= F f(t)^{1-c} g(t)^c, by BOUND(TWO-COSINE).
Ball cosine_factor(const TwoMixturesLaw& law, const Ball& b, double c);
/// Returns an upper bound of the sum of h phi f^{1-c} g^c over the omitted real nodes, by BOUND(TWO-TAILS).
UpperBound omitted_nodes(const TwoMixturesLaw& law, const Grid& grid, double c);

/// Enclose K(c) by BOUND(TWO-REAL).
Ball transform(const TwoMixturesLaw& law, double c, Bits p);
Ball transform(const TwoMixturesLaw& law, double c, const Grid& grid, Bits p);
/// Enclose K(c + i k D), k = 0 .. count-1, by BOUND(TWO-LINE) on Im x = grid.shift > 0.
LineValues transform_on_line(const TwoMixturesLaw& law, double c, const Ball& D, size_t count,
                             Bits p, const std::function<void()>& poll);
LineValues transform_on_line(const TwoMixturesLaw& law, double c, const Grid& grid, const Ball& D,
                             size_t count, Bits p, const std::function<void()>& poll);
/// Returns an upper bound of |K(c+iy)| for |y| >= T, by BOUND(TWO-FAR).
Ball far_bound(const TwoMixturesLaw& law, double c, double T, const Grid& grid, Bits p);
/// Encloses K and its first four derivatives at c, by BOUND(TWO-MOMENTS) with left < c < right.
std::vector<Ball> derivatives(const TwoMixturesLaw& law, double c, const Grid& grid, double left,
                              double right, Bits p);
TiltedMoments moments(const TwoMixturesLaw& law, double c, Bits p);
/// Returns a number C with |K(c+iy)| <= C/|y|, by BOUND(TWO-ALGEBRAIC).
UpperBound algebraic_decay(const TwoMixturesLaw& law, double c);

/// Heuristics in doubles. No value computed here enters a bound.
namespace heuristic {
double log_transform(const TwoMixturesLaw& law, double c);
/// Returns the log of the far bound at T divided by K(c), at the best shift. Stores this shift in *shift.
double log_far_bound(const TwoMixturesLaw& law, double c, double T, double* shift);
mixture::heuristic::Moments moments(const TwoMixturesLaw& law, double c);
Grid real_grid(const TwoMixturesLaw& law, double c, double target);
Grid line_grid(const TwoMixturesLaw& law, double c, double target);
Grid far_grid(const TwoMixturesLaw& law, double c, double shift, double target);
/// Returns the log of sum w e^{place x - place^2/2} for real x.
double log_of_real(const std::vector<Component>& components, double x);
/// The smallest and the largest k of TWO-POWERS, and the largest k^2/2 - d.
struct TermRange {
  double low = HUGE_VAL, high = -HUGE_VAL, height = -HUGE_VAL;
};
TermRange term_range(const TwoMixturesLaw& law, double c);
/// Returns log F of TWO-COSINE; infinite if the angle is too large for the bound.
double log_cosine(const TwoMixturesLaw& law, double b, double c);
/// Returns the loss and its slope at x.
std::pair<double, double> loss(const TwoMixturesLaw& law, double x);
}  // namespace heuristic

}  // namespace plumbline::two_mixtures
