/// Poisson subsampling with the rate p. If z is the loss of a step without subsampling, the loss with subsampling is L
/// = log(1 - p + p e^z).
#pragma once

#include "verify/approximations/numerics/special_functions.hpp"
#include "verify/approximations/steps/moments.hpp"

namespace plumbline::approximations {

/// Returns L without overflow.
template <class Real>
Real subsampled_loss(const Real& p, const Real& z) {
  using std::exp;
  using std::log;
  if (p == 1) return z;
  if (z > 1) return z + log(p + (1 - p) * exp(-z));
  return log1p(Real(p * expm1(z)));
}

/// Returns the tail of L, with the arguments of StepIn::tail. unmixed(measure, z, above, closed) must return the tail
/// of z.
template <class Real, class Unmixed>
Real subsampled_tail(const Real& p, const Unmixed& unmixed, Measure measure, const Real& t,
                     bool above, bool closed) {
  if (p == 1) return unmixed(measure, t, above, closed);
  const Real x = expm1(t) / p;  // e^z - 1
  if (x <= -1) return above ? 1 : 0;
  const Real z = log1p(x);
  const Real from_P = unmixed(Measure::P, z, above, closed);
  if (measure == Measure::P) return from_P;
  return (1 - p) * from_P + p * unmixed(Measure::Q, z, above, closed);
}

/// Returns a random draw of L. unmixed(measure) must return a draw of z. Under Q, the record takes part with
/// probability p.
template <class Real, class Random, class Unmixed>
Real subsampled_draw(const Real& p, Random& random, Measure measure, const Unmixed& unmixed) {
  const bool shifted = measure == Measure::Q && random.uniform() < p;
  const Real z = unmixed(shifted ? Measure::Q : Measure::P);
  return log1p(Real(p * expm1(z)));
}

}  // namespace plumbline::approximations
