#include "reference/quantities/conversion/least_mu.hpp"

#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/rational_sum.hpp"
#include "reference/engines/between_engine.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"
#include "reference/quantities/between_divergence.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

std::optional<Rational> mu_squared_of_step(const DominatingPair& pair) {
  if (const auto mu2 = gaussian_mu_squared(pair)) return mu2;
  if (const auto mixture = pair.offer<mixture::MachineMixture>()) {
    return mixture->law.mu * mixture->law.mu;
  }
  return std::nullopt;
}

}  // namespace

// BOUND(UNSAMPLED-GDP)
// Statement.  Let each step i be Gaussian, with shift mu_i in units of its noise, or the same step Poisson sampled
//             with rate p_i > 0, where P is the unshifted Gaussian of every step. Let mu^2 be the sum of mu_i^2 over
//             all steps. Then f >= G_m in each direction if and only if m >= mu.
// Needs.      All steps are of these kinds: checked here. p_i > 0: SubsampledGaussian, the only pair that offers the
//             law.
// Proof.      An observer of a step without sampling can simulate the sampling: if the record is not sampled, N(0,1)
//             replaces the output. So the sampled product is a post-processing of the product without sampling, which
//             is mu-GDP, and f >= G_mu >= G_m for m >= mu. Conversely let m < mu, and let c > 0 be the product of the
//             p_i (1 for a step without sampling). The alternative has at least c times the mass of the product
//             without sampling, under the same null hypothesis. The test of type I error Phi(z) for that product has
//             the power Phi(z + mu) there, so that its power here is at least c Phi(z + mu). The power for G_m is
//             Phi(z + m), and c Phi(z + mu)/Phi(z + m) is unbounded as z decreases: f < G_m somewhere. G_m is its own
//             inverse, so that the other direction has the same mu.
// Source.     Dong, Roth, Su 2022, Gaussian Differential Privacy, Corollary 1 (products); the rest elementary.
std::optional<Certified> least_mu(const Composition& composition, const Effort& effort) {
  if (const auto ends = composition_ends(composition)) {
    if (!least_mu(ends->less, effort) || !least_mu(ends->more, effort)) return std::nullopt;
    const auto of = [&](const Composition& end) { return Extended(*least_mu(end, effort)); };
    return divergence_between(composition, effort.digits, of)->value();
  }
  std::vector<Rational> terms;
  for (const Factor& f : composition.factors()) {
    const auto one = mu_squared_of_step(*f.mechanism);
    if (!one) return std::nullopt;
    terms.push_back(*one * f.count);
  }
  const Ball squared(rational_sum(std::move(terms)), bits_for_digits(effort.digits) + 32);
  return certified({bound_number<"UNSAMPLED-GDP">(sqrt(squared)), {}}, "closed_form",
                   effort.digits);
}

}  // namespace plumbline
