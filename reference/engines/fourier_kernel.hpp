/// The three inversion kernels of the Laplace transform K(s) = E_P[e^{sS}] of the loss S:
///
///     G_c(t) = (1/2 pi i) int_{Re s = c} K(s) e^{t(sigma - s)} / d(s) ds
///
///   profile  sigma = 1, d = s(s-1):  G_c = delta(t)       for c > 1, delta - 1 for 0 < c < 1,
///                                          delta - 1 + e^t for c < 0
///   P_tail   sigma = 0, d = s:       G_c = P(S > t)       for c > 0, -P(S <= t) for c < 0
///   Q_tail   sigma = 1, d = s - 1:   G_c = Q(S > t)       for c > 1, -Q(S <= t) for c < 1
///
/// The table is for a distribution of mass 1 without masses at infinity. The differences between the regions are the
/// residues at the poles s0 of 1/d. A part of the distribution is a measure nu on S under P, and e^S nu under Q. For
/// such a part, its mass K(1) replaces the number 1 in the table, and K(0) e^t replaces e^t.
#pragma once

#include <vector>

#include "reference/engines/engine.hpp"

namespace plumbline::fourier {

enum class Kernel { profile, P_tail, Q_tail };

/// Crossing the pole s0 from right to left adds `residue` e^{t(sigma - s0)} to G_c.
struct Pole {
  int s0;
  int residue;
};

Kernel kernel_of(Question question);
const std::vector<Pole>& poles(Kernel kernel);
int sigma(Kernel kernel);

/// Returns 1/d(s).
ComplexBall reciprocal_denominator(Kernel kernel, const ComplexBall& s);

/// Returns the sign of G_x(t), +1 or -1, which is the same for all t. x must not be a pole.
int sign(Kernel kernel, double x);

/// Returns kappa(x) of the bound |G_x(t)| <= kappa(x) K(x) e^{t(sigma - x)}: BOUND(CHERNOFF).
Ball chernoff_constant(Kernel kernel, double x, Bits p);
double log_chernoff_constant(Kernel kernel, double x);  ///< kappa(x) in doubles, as a heuristic

/// The masses of a measure under P and Q.
struct Masses {
  Ball P, Q;
};

/// Returns the contribution of a measure to the answer to `question`, from the measure's G_c(t) on the contour Re s =
/// c. The contribution is the integral of (e^S - e^t)_+, min(e^S, e^t), (e^t - e^S)_+, 1{S > t}, ... over the
/// measure.
Ball from_region(Question question, double c, const Ball& G, const Ball& t, const Masses& masses);

}  // namespace plumbline::fourier
