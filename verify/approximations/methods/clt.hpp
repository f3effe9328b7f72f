/// The central limit theorem of subsampled Gaussians in the form of Bu et al. 2020.
#pragma once

#include <vector>

#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/numerics/special_functions.hpp"
#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// Returns the contribution of one step to mu^2 of the limit: p^2 (e^{mu^2} - 1), where `mu` is sensitivity / sigma of
/// the step (Bu, Dong, Long, Su 2020, "Deep learning with Gaussian differential privacy"; for p = 1 the exact mu^2).
template <class Real>
Real clt_step_mu_squared(const Real& mu, const Real& p) {
  if (p == 1) return mu * mu;
  return p * p * expm1(Real(mu * mu));
}

/// Returns mu of the limit G_mu. mu^2 is the sum of the contributions of all steps, which must have Gaussian noise.
template <class Real>
Real clt_mu(const std::vector<StepLaw>& laws) {
  using std::sqrt;
  Real sum(0);
  for (const StepLaw& law : laws) {
    sum += to_real<Real>(law.count) *
           clt_step_mu_squared(to_real<Real>(law.gaussian->mu), to_real<Real>(law.gaussian->p));
  }
  return sqrt(sum);
}

}  // namespace plumbline::approximations
