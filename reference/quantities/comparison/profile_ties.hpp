/// Decides exactly if the profile of a discretised distribution satisfies its promise about delta(t) of a pair where
/// enclosures cannot decide, because both may be equal: at the largest loss, and beyond every loss.
#pragma once

#include <optional>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/loss_masses.hpp"

namespace plumbline {

/// Returns a lower bound of the mass of the largest finite loss under the null hypothesis, for a profile in the
/// direction forward or reverse.
Ball largest_loss_level(const PrivacyProfile& profile, Bits p);

/// Returns true if p_inf + p (1 - e^(t - loss)) <= delta(t) is proved for every real t. Here p and `loss` are the mass
/// and the loss of the distribution's atom `last`, and p_inf is `infinite`. Returns false if this loss is not the
/// largest loss of the pair.
bool last_line_holds(const PrivacyProfile& profile, const LossMasses::Atom& last,
                     const Rational& infinite, Bits p);

}  // namespace plumbline
