#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"
#include "reference/quantities/conversion/least_rho.hpp"

namespace plumbline {
namespace {

/// Returns the smallest c with D_a <= c a for one step, where D_a is the Renyi divergence; D_a/a tends to c for large
/// integers a.
std::optional<Rational> unsampled_step(const DominatingPair& pair, Direction direction) {
  if (const auto mu2 = gaussian_mu_squared(pair)) return *mu2 / Rational(2);
  if (const auto mixture = pair.offer<mixture::MachineMixture>()) {
    if (direction == Direction::reverse) return std::nullopt;
    return mixture->law.mu * mixture->law.mu / Rational(2);
  }
  const auto lattice = pair.lattice();
  if (pair.offer<DiscreteGaussianNoise>() && lattice) return -lattice->offset;
  return std::nullopt;
}

}  // namespace

// BOUND(UNSAMPLED-RHO)
// Statement.  Let all steps be Gaussian of mean mu, Poisson sampled with p > 0 or not, or discrete Gaussian of
//             sensitivity s. The supremum of D_a(Q||P)/a over a >= 1, and that of the larger of both directions, is a
//             sum over the kinds of steps: N Gaussian steps of mean mu, sampled or not, add N mu^2/2, and N discrete
//             Gaussian steps of sensitivity s add N s^2/(2 sigma^2). Without sampled steps, D_a(P||Q) has the same
//             supremum.
// Needs.      All steps are of these kinds, and none is sampled if the direction is reverse: checked here.
// Proof.      D_a of a Gaussian step is a mu^2/2 in each direction. D_a of a sampled step is at most this: an
//             observer of the step without sampling can simulate the sampling, and replaces the output by N(0,1) if
//             the record is not sampled. Because Q >= p N(mu, 1), D_a(Q||P) is at least (a log p + a (a-1)
//             mu^2/2)/(a-1), and this divided by a tends to mu^2/2. A discrete Gaussian step has at most a s^2/(2
//             sigma^2), in each direction, with equality at integers a. The divergences of a product add up, and all
//             these limits are attained along the integers.
// Source.     Canonne, Kamath, Steinke 2020, Proposition 5 (discrete Gaussian); the rest elementary.
std::optional<Rational> unsampled_rho(const Composition& composition, Direction direction) {
  Rational sum(0);
  for (const Factor& f : composition.factors()) {
    const auto one = unsampled_step(*f.mechanism, direction);
    if (!one) return std::nullopt;
    sum = sum + *one * f.count;
  }
  return sum;
}

}  // namespace plumbline
