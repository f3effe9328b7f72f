/// Moments of the loss of the subsampled Gaussian by quadrature over the output u (P = N(0,1), Q = (1-p) N(0,1) + p
/// N(mu,1), L = log(1-p + p e^z), z = mu u - mu^2/2).
#pragma once

#include <algorithm>
#include <vector>

#include "verify/approximations/numerics/digits.hpp"
#include "verify/approximations/numerics/panels.hpp"
#include "verify/approximations/steps/moments.hpp"

namespace plumbline::approximations {

/// The values, at one output u, that the integrands of the moments need.
template <class Real>
struct SubsampledOutput {
  Real loss;        ///< L(u)
  Real density;     ///< density of the measure, in u
  Real mean_shift;  ///< integrand of the mean: density * L minus a function with integral 0
};

/// Returns the integrands at the output u. E_P[L] and E_Q[L] are of order p^2, while L is of order p. To avoid
/// cancellation, both means are integrals of one sign: E_P[L - (w-1)] and E_P[w L - (w-1)], since E_P[w] = 1 for w =
/// dQ/dP.
template <class Real>
SubsampledOutput<Real> subsampled_output(const Real& mu, const Real& p, Measure measure,
                                         const Real& u) {
  using std::exp;
  using std::log;
  const Real z = mu * (u - mu / 2);
  const Real P = normal_density(u), shifted = normal_density(Real(u - mu));
  const Real Q = (1 - p) * P + p * shifted;
  if (z > 1 && p > 2 * exp(-z)) {  // w > 2: no cancellation, but e^z may overflow
    const Real loss = z + log(p + (1 - p) * exp(-z));
    const Real density = measure == Measure::P ? P : Q;
    return {loss, density, Real(density * loss - p * (shifted - P))};
  }
  const Real x = p * expm1(z), loss = log1p(x);  // x = w - 1
  if (measure == Measure::P) return {loss, P, Real(P * log1p_minus(x))};
  return {loss, Q, Real(P * ((1 + x) * log1p_minus(x) + x * x))};
}

/// Returns -log of the target relative error of the quadratures, with a margin for the growth of L^6.
template <class Real>
Real quadrature_target() {
  return constants::ln_ten<Real>() * decimal_digits<Real>() + 20;
}

/// Computes the mean and the central moments 2 to 6 by the trapezoid rule on the line. log w is singular only at |Im
/// u| = pi/mu. On a strip of half-width a < pi/mu the error is therefore approximately e^{a^2/2 - 2 pi a / h}; the
/// step h makes this e^-target. absolute_third remains 0: its kink would reduce the accuracy of the rule.
template <class Real>
LossMoments<Real> subsampled_moments(const Real& mu, const Real& p, Measure measure) {
  using std::sqrt;
  const Real pi = constants::pi<Real>(), target = quadrature_target<Real>();
  const Real reach = sqrt(2 * target);  // place at which the Gaussian tails are e^-target
  const Real a = std::min(Real(pi / mu * 9 / 10), reach);
  const Real h = 2 * pi * a / (target + a * a / 2);
  const int nodes = 1 + static_cast<int>((2 * reach + mu) / h);
  std::vector<SubsampledOutput<Real>> outputs;
  outputs.reserve(static_cast<size_t>(nodes));
  LossMoments<Real> moments;
  for (int k = 0; k < nodes; ++k) {
    outputs.push_back(subsampled_output(mu, p, measure, Real(k * h - reach)));
    moments.mean += h * outputs.back().mean_shift;
  }
  for (const SubsampledOutput<Real>& o : outputs) {
    moments.add(Real(h * o.density), Real(o.loss - moments.mean));
  }
  moments.absolute_third = 0;
  return moments;
}

/// Computes E |L - mean|^3 by Gauss-Legendre panels that end at the kink, where L(u) = mean.
template <class Real>
Real subsampled_absolute_third(const Real& mu, const Real& p, Measure measure, const Real& mean) {
  using std::log;
  using std::sqrt;
  const Real reach = sqrt(2 * quadrature_target<Real>());
  const Real first = -reach, last = mu + reach;
  // L = mean is equivalent to e^z = 1 + (e^mean - 1)/p; mean > log(1-p) always, up to rounding.
  const Real kink = mu / 2 + log1p(Real(expm1(mean) / p)) / mu;
  LossMoments<Real> moments;
  const auto visit = [&](const Real& u, const Real& weight) {
    const SubsampledOutput<Real> o = subsampled_output(mu, p, measure, u);
    moments.add(Real(weight * o.density), Real(o.loss - mean));
  };
  const Real widest = std::min(Real(1), Real(2 / mu));
  gauss_panels<Real>(first, kink, widest, visit);
  gauss_panels<Real>(kink, last, widest, visit);
  return moments.absolute_third;
}

}  // namespace plumbline::approximations
