/// Functions for Gaussian steps with and without subsampling. z = mu u - mu^2/2 is the loss of an output u for N(0,1)
/// against N(mu,1), without subsampling.
#pragma once

#include <vector>

#include "verify/approximations/steps/step.hpp"

namespace plumbline::approximations {

/// Returns the tail of z, with the arguments of StepIn::tail.
template <class Real>
Real gaussian_tail(const Real& mu, Measure measure, const Real& z, bool above) {
  const Real x = measure == Measure::P ? Real(z / mu + mu / 2) : Real(z / mu - mu / 2);
  return above ? normal_above(x) : normal_below(x);
}

/// Returns a random draw of z.
template <class Real>
Real gaussian_draw(const Real& mu, RandomReals<Real>& random, Measure measure) {
  return mu * (random.normal() + (measure == Measure::Q ? mu / 2 : -mu / 2));
}

/// Returns the nodes of the trapezoid rule in the output u. There are 16 nodes in each standard deviation, up to nine
/// standard deviations from both means.
template <class Real>
std::vector<NoiseNode<Real>> gaussian_nodes(const Real& mu, const Real& p, Measure measure) {
  constexpr int kPerUnit = 16;
  std::vector<NoiseNode<Real>> nodes;
  const Real h = Real(1) / kPerUnit;
  for (Real u = -9; u < 9 + mu; u += h) {
    const Real under_P = h * normal_density(u);
    const Real x = p * expm1(Real(mu * (u - mu / 2)));  // dQ/dP - 1
    nodes.push_back({log1p(x), measure == Measure::P ? under_P : Real(under_P * (1 + x))});
  }
  return nodes;
}

}  // namespace plumbline::approximations
