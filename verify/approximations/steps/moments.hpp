/// Mean and central moments of a privacy loss, and their cumulants.
#pragma once

#include <array>
#include <cmath>

#include "verify/approximations/numerics/special_functions.hpp"

namespace plumbline::approximations {

/// P is the output distribution without the record, Q the one with the record.
enum class Measure { P, Q };

template <class Real>
struct LossMoments {
  Real mean{0};
  std::array<Real, 7> central{};  ///< central[r] = E[(L - mean)^r], r = 2 ... 6
  Real absolute_third{0};         ///< E |L - mean|^3

  /// Adds an outcome with the given probability (weight) and deviation L - mean.
  void add(const Real& weight, const Real& deviation) {
    Real term = weight * deviation;
    for (size_t r = 2; r <= 6; ++r) {
      term *= deviation;
      central[r] += term;
      if (r == 3) absolute_third += deviation < 0 ? Real(-term) : term;
    }
  }
};

/// Cumulants k[1] ... k[6] (k[0] unused).
template <class Real>
using Cumulants = std::array<Real, 7>;

template <class Real>
Cumulants<Real> cumulants(const LossMoments<Real>& moments) {
  const auto& m = moments.central;
  return {Real(0),
          moments.mean,
          m[2],
          m[3],
          Real(m[4] - 3 * m[2] * m[2]),
          Real(m[5] - 10 * m[3] * m[2]),
          Real(m[6] - 15 * m[4] * m[2] - 10 * m[3] * m[3] + 30 * m[2] * m[2] * m[2])};
}

/// Returns the moments of -L.
template <class Real>
LossMoments<Real> reflected(LossMoments<Real> moments) {
  moments.mean = -moments.mean;
  moments.central[3] = -moments.central[3];
  moments.central[5] = -moments.central[5];
  return moments;
}

/// Returns the moments for N(0,1) against N(mu,1): L is N(-mu^2/2, mu^2) under P, N(mu^2/2, mu^2) under Q.
template <class Real>
LossMoments<Real> gaussian_moments(const Real& mu, Measure measure) {
  using std::sqrt;
  const Real v = mu * mu;
  LossMoments<Real> moments;
  moments.mean = (measure == Measure::P ? -v : v) / 2;
  moments.central = {0, 0, v, 0, 3 * v * v, 0, 15 * v * v * v};
  moments.absolute_third = 2 * v * mu / sqrt(constants::half_pi<Real>());
  return moments;
}

}  // namespace plumbline::approximations
