/// The functionals of trade-off functions that occur in their central limit theorem (Dong, Roth, Su 2019).
#pragma once

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// Functionals of f in a direction: v1 = -int log|f'| (the KL divergence from null to alternative, nats), variance =
/// int log^2|f'| - v1^2, v3 = int |log|f'| + v1|^3 (Dong, Roth, Su 2019, Section 3.2; [BCP] eq. 9 to 11). Because
/// f'(alpha) = -e^L at the threshold, they are moments of the loss under the null hypothesis.
template <class Real>
struct TradeoffFunctionals {
  Real v1, variance, v3;
};

/// Returns the functionals. In the forward direction, P is the null hypothesis and the loss is L. In the reverse
/// direction, Q is the null hypothesis and the loss is -L.
template <class Real>
TradeoffFunctionals<Real> tradeoff_functionals(const StepLaw& law, Measure null) {
  const StepIn<Real> step = law.in<Real>();
  const LossMoments<Real> m = step.moments(null);
  const Real v3 = step.absolute_third ? step.absolute_third(null, m.mean) : m.absolute_third;
  return {null == Measure::P ? Real(-m.mean) : m.mean, m.central[2], v3};
}

/// mu of the limit G_mu of a composition, and the bound gamma on the distance of the trade-off function from G_mu.
template <class Real>
struct CltBand {
  Real mu, gamma;
};

/// Returns mu = 2 sum v1 / sqrt(V) and gamma = 0.56 sum v3 / V^{3/2}, where V = sum variance. The sums are over all
/// steps (Dong, Roth, Su 2019, Theorem 3.4).
template <class Real>
CltBand<Real> clt_band(const std::vector<StepLaw>& laws, Measure null) {
  using std::sqrt;
  Real v1(0), variance(0), v3(0);
  for (const StepLaw& law : laws) {
    const TradeoffFunctionals<Real> v = tradeoff_functionals<Real>(law, null);
    const Real count = to_real<Real>(law.count);
    v1 += count * v.v1, variance += count * v.variance, v3 += count * v.v3;
  }
  const Real deviation = sqrt(variance);
  return {Real(2 * v1 / deviation), Real(v3 * 56 / (100 * variance * deviation))};
}

}  // namespace plumbline::approximations
