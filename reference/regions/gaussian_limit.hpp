/// Theorem 3 of Ghazi and Issa 2024: trade-off functions f of compositions of small steps converge to G_mu. Encloses
/// the distance of f and G_mu in the uniform norm over [0, 1] (equation 13).
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/regions/composed_tv.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns the sequence of Section V: n steps of epsilon = mu/n^c, eta = mu/(2 n^{1-c}), 0 < c < 1/2. Throws
/// std::invalid_argument outside that range.
ComposedTv gaussian_sequence(const Rational& mu, const Rational& c, long n);

struct GaussianDistance {
  Certified above;  ///< sup f - G_mu
  Certified below;  ///< sup G_mu - f
  Certified distance;
};
/// The distance after n steps. observed_rate() estimates the exponent r for which the distance is proportional to n^r,
/// from two numbers of steps.
struct DistanceAfter {
  long n;
  Certified distance;
};
double observed_rate(const DistanceAfter& earlier, const DistanceAfter& later);
/// Computes the distance for one kind of steps with delta = 0. Throws std::invalid_argument on other steps and if mu is
/// not positive. If the time runs out, the result is [0, 1], not reached.
GaussianDistance gaussian_distance(const ComposedTv& composed, const Real& mu,
                                   const Effort& effort);
/// Computes the distance in the same way, with another cut-off: terms below e^log_cut are not computed one by one, but
/// have one common bound.
GaussianDistance gaussian_distance(const ComposedTv& composed, const Real& mu, const Effort& effort,
                                   double log_cut);

/// The moments kl, kappa_2 and kappa_3 of f_{eps,0,eta} (Appendix G): eps eta, eta eps^2 (e^eps+1)/(e^eps-1), and
/// kappa_3 = eps kappa_2.
struct StepMoments {
  Ball kl, kappa2, kappa3;
  /// Returns the moments of n steps, which are n times those of one step.
  StepMoments times(long n) const { return {kl * n, kappa2 * n, kappa3 * n}; }
};
StepMoments step_moments(const TvSteps& steps, Bits p);

}  // namespace plumbline
