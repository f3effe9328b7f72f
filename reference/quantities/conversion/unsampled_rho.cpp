#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"
#include "reference/quantities/conversion/least_rho.hpp"

namespace plumbline {
namespace {

/// c of one step: D_a <= c a, with equality in the limit of large integers a.
std::optional<Rational> unsampled_step(const DominatingPair& pair) {
  if (const auto mu2 = gaussian_mu_squared(pair)) return *mu2 / Rational(2);
  if (const auto mixture = pair.offer<mixture::MachineMixture>()) {
    return mixture->law.mu * mixture->law.mu / Rational(2);
  }
  const auto lattice = pair.lattice();
  if (pair.offer<DiscreteGaussianNoise>() && lattice) return -lattice->offset;
  return std::nullopt;
}

}  // namespace

// BOUND(UNSAMPLED-RHO)
// Statement.  The supremum of D_a/a over a >= 1, in the worse direction, is the sum of N mu^2/2 over N Gaussian steps
//             of mean mu each, Poisson sampled with p > 0 or not, and of N s^2/(2 sigma^2) over N discrete
//             Gaussian steps of sensitivity s.
// Needs.      All steps are of these kinds: checked here.
// Proof.      D_a of a Gaussian step is a mu^2/2. That of a sampled step is at most as much, by post-processing, as
//             the outcome of the sampling may be shown; and at least (a log p + a (a-1) mu^2/2)/(a-1), as Q >= p N(mu,
//             1): over a, this tends to mu^2/2. A discrete Gaussian step has at most a s^2/(2 sigma^2), with equality
//             at integers a. The divergences of a product add up, and all these limits are attained along the
//             integers.
// Source.     Canonne, Kamath, Steinke 2020, Proposition 5 (discrete Gaussian); the rest elementary.
std::optional<Rational> unsampled_rho(const Composition& composition) {
  Rational sum(0);
  for (const Factor& f : composition.factors()) {
    const auto one = unsampled_step(*f.mechanism);
    if (!one) return std::nullopt;
    sum = sum + *one * f.count;
  }
  return sum;
}

}  // namespace plumbline
