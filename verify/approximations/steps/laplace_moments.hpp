/// Moments of the loss of the Laplace pair: two atoms and a smooth part between them.
#pragma once

#include <algorithm>

#include "verify/approximations/numerics/digits.hpp"
#include "verify/approximations/numerics/panels.hpp"
#include "verify/approximations/steps/moments.hpp"

namespace plumbline::approximations {

/// Returns the moments for mu = sensitivity / b. Under P: L = -mu with probability 1/2, +mu with e^-mu / 2, and L =
/// 2y - mu with density e^-y / 2 on 0 < y < mu. Under Q, L is distributed as -L under P.
template <class Real>
LossMoments<Real> laplace_moments(const Real& mu, Measure measure) {
  using std::exp;
  LossMoments<Real> moments;
  // The integral is truncated where e^-y is negligible: e^-200 is below the resolution of 50 digits.
  const Real last = std::min(mu, Real(std::max(200, 4 * decimal_digits<Real>())));
  // E_P[-L] = mu - 1 + e^-mu = int_0^mu (1 - e^-y) dy: the integral has no cancellation.
  Real mean = last - mu;
  gauss_panels<Real>(Real(0), last, Real(1),
                     [&](const Real& y, const Real& w) { mean += w * expm1(Real(-y)); });
  moments.mean = mean;
  moments.add(Real(1) / 2, Real(-mu - mean));
  moments.add(exp(-mu) / 2, Real(mu - mean));
  const auto smooth = [&](const Real& y, const Real& w) {
    moments.add(w * exp(-y) / 2, Real(2 * y - mu - mean));
  };
  // |L - mean|^3 has a kink at L = mean: panels end there.
  const Real kink = std::min(last, Real((mu + mean) / 2));
  gauss_panels<Real>(Real(0), kink, Real(1), smooth);
  gauss_panels<Real>(kink, last, Real(1), smooth);
  return measure == Measure::P ? moments : reflected(moments);
}

}  // namespace plumbline::approximations
