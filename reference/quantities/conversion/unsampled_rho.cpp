#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"
#include "reference/quantities/conversion/least_rho.hpp"

namespace plumbline {
namespace {

/// Returns c of one step: D_a <= c a, with equality in the limit of large integers a.
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
// Statement.  The supremum of D_a(Q||P)/a over a >= 1, and of the larger of both directions, is a sum: each kind of step
//             adds N mu^2/2 for N Gaussian steps of mean mu, Poisson sampled with p > 0 or not, and N s^2/(2 sigma^2)
//             for N discrete Gaussian steps of sensitivity s. Without sampled steps D_a(P||Q) has the same supremum.
// Needs.      All steps are of these kinds, and none is sampled if the direction is reverse: checked here.
// Proof.      D_a of a Gaussian step is a mu^2/2 in each direction. That of a sampled step is at most as much: a person
//             who sees the step without sampling can draw the sampling himself, and puts N(0,1) in the place of what he
//             sees on "not sampled". D_a(Q||P) is at least (a log p + a (a-1) mu^2/2)/(a-1), as Q >= p N(mu, 1): over a,
//             this tends to mu^2/2. A discrete Gaussian step has at most a s^2/(2 sigma^2), in each direction, with
//             equality at integers a. The divergences of a product add up, and all these limits are attained along
//             the integers.
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
