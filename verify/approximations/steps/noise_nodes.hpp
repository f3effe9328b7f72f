/// Quadrature over one step's noise: losses with weights.
#pragma once

#include <vector>

#include "verify/approximations/steps/loss_moments.hpp"

namespace plumbline::approximations {

template <class Real>
struct NoiseNode {
  Real loss, weight;
};

/// E[g(L)] = sum of weight g(loss) under the measure: trapezoid rule in the Gaussian's output with
/// `per_unit` nodes per deviation within nine of them, or the Laplace law's atoms and Gauss panels.
template <class Real>
std::vector<NoiseNode<Real>> noise_nodes(const StepLaw& law, Measure measure, int per_unit = 16) {
  using std::exp;
  const Real mu = to_real<Real>(law.mu), p = to_real<Real>(law.p);
  std::vector<NoiseNode<Real>> nodes;
  const auto add = [&](const Real& z, const Real& under_P) {
    const Real x = p * expm1(z);  // dQ/dP - 1
    nodes.push_back({log1p(x), measure == Measure::P ? under_P : Real(under_P * (1 + x))});
  };
  if (law.kind == StepLaw::Kind::gaussian || law.kind == StepLaw::Kind::subsampled_gaussian) {
    const Real h = Real(1) / per_unit;
    for (Real u = -9; u < 9 + mu; u += h) add(Real(mu * (u - mu / 2)), Real(h * normal_density(u)));
    return nodes;
  }
  add(Real(-mu), Real(Real(1) / 2));
  add(mu, Real(exp(-mu) / 2));
  gauss_panels<Real>(Real(0), mu, Real(Real(1) / 2), [&](const Real& y, const Real& weight) {
    add(Real(2 * y - mu), Real(weight * exp(-y) / 2));
  });
  return nodes;
}

}  // namespace plumbline::approximations
