/// Moments of the loss of the subsampled Laplace pair: two atoms and a smooth part between them.
#pragma once

#include <algorithm>

#include "verify/approximations/numerics/panels.hpp"
#include "verify/approximations/steps/moments.hpp"

namespace plumbline::approximations {

/// Returns the moments for mu = sensitivity / b, 0 < p < 1. Let z be the loss without subsampling (see
/// laplace_moments) and x = p (e^z - 1) = dQ/dP - 1. Then L = log(1 + x). The means are integrals of one sign,
/// because E_P[x] = 0: E_P[L] = E_P[L - x] and E_Q[L] = E_P[(1 + x) L - x].
template <class Real>
LossMoments<Real> subsampled_laplace_moments(const Real& mu, const Real& p, Measure measure) {
  using std::exp;
  using std::log;
  // Integrates on panels that end at `kink`. |L - mean|^3 has a kink at L = mean, which is known only when the mean has
  // been computed, so the function is called twice.
  const auto visit_all = [&](const Real& kink, const auto& visit) {
    const auto outcome = [&](const Real& probability, const Real& z) {
      const Real x = p * expm1(z);
      visit(measure == Measure::P ? probability : Real(probability * (1 + x)), probability, x);
    };
    outcome(Real(1) / 2, Real(-mu));
    outcome(Real(exp(-mu) / 2), mu);
    const auto smooth = [&](const Real& y, const Real& weight) {
      outcome(Real(weight * exp(-y) / 2), Real(2 * y - mu));
    };
    // The panels are at most 1/2 wide, because log(1 + x) has singularities at the complex y with |Im y| = pi/2.
    const Real widest = Real(1) / 2;
    gauss_panels<Real>(Real(0), kink, widest, smooth);
    gauss_panels<Real>(kink, mu, widest, smooth);
  };
  LossMoments<Real> moments;
  visit_all(Real(0), [&](const Real&, const Real& under_P, const Real& x) {
    const Real shifted = log1p_minus(x);  // log(1 + x) - x
    moments.mean += under_P * (measure == Measure::P ? shifted : Real((1 + x) * shifted + x * x));
  });
  const Real mean = moments.mean;
  const Real at_mean = (mu + log(1 + expm1(mean) / p)) / 2;
  visit_all(std::clamp(at_mean, Real(0), mu), [&](const Real& weight, const Real&, const Real& x) {
    moments.add(weight, Real(log1p(x) - mean));
  });
  return moments;
}

}  // namespace plumbline::approximations
