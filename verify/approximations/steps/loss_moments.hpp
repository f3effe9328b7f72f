/// Moments of one step's privacy loss L = log dQ/dP, under P and under Q, in nats.
#pragma once

#include "verify/approximations/steps/moments.hpp"
#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// Returns the moments of L for one step of the distribution under the chosen measure.
template <class Real>
LossMoments<Real> loss_moments(const StepLaw& law, Measure measure) {
  return law.in<Real>().moments(measure);
}

}  // namespace plumbline::approximations
