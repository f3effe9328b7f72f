/// The approximate Blackwell dominance: the largest excess of one mechanism's Bayes error over another's, over all
/// priors.
#pragma once

#include <string>

#include "reference/values/certified.hpp"

namespace plumbline {

struct Effort;
class Hyperprior;
class PrivacyProfile;

/// Delta(M || M~) = max_pi R(pi) - R~(pi) >= 0 (Kaissis et al. 2024, Corollary 1), with an enclosure of a prior that
/// attains the maximum up to the width of `value`.
struct Divergence {
  Certified value;
  Ball prior;
  /// The enclosure of the prior, which lies in [0, 1].
  Certified certified_prior() const;
  /// Returns the enclosure of the prior as a separate answer, with the engine and `reached` of the value.
  Certified prior_answer() const;
  /// Returns the midpoint of the enclosure of the prior to `digits` decimals.
  std::string prior_text(int digits) const;
};
Divergence divergence(PrivacyProfile& M, PrivacyProfile& M_tilde, const Effort& effort);

/// Returns max over priors of (R - R~) Psi, with Psi the density of `weight`; without Psi if `weight` is null.
Divergence divergence(PrivacyProfile& M, PrivacyProfile& M_tilde, const Hyperprior* weight,
                      const Effort& effort);

}  // namespace plumbline
