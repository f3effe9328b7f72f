/// Moments of one step's privacy loss L = log dQ/dP, under P and under Q, in nats.
#pragma once

#include <array>
#include <string>

#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/steps/laplace_moments.hpp"
#include "verify/approximations/steps/moments.hpp"
#include "verify/approximations/steps/step_law.hpp"
#include "verify/approximations/steps/subsampled_laplace_moments.hpp"
#include "verify/approximations/steps/subsampled_moments.hpp"

namespace plumbline::approximations {

/// Moments of L for one step of the law under the chosen measure.
template <class Real>
LossMoments<Real> loss_moments(const StepLaw& law, Measure measure) {
  const Real mu = to_real<Real>(law.mu);
  switch (law.kind) {
    case StepLaw::Kind::gaussian:
      return gaussian_moments(mu, measure);
    case StepLaw::Kind::laplace:
      return laplace_moments(mu, measure);
    case StepLaw::Kind::subsampled_laplace:
      return subsampled_laplace_moments(mu, to_real<Real>(law.p), measure);
    case StepLaw::Kind::subsampled_gaussian:
      break;
  }
  return subsampled_moments(mu, to_real<Real>(law.p), measure);
}

/// The quadrature for subsampled Gaussians takes time in proportion to mu^2: beyond mu = 50 it is
/// refused, as are subsampled Laplace steps beyond mu = 200. Empty if it is not, or why.
std::string moments_refusal(const Composition& composition);

}  // namespace plumbline::approximations
