/// At the largest loss and beyond it, the profile of a discretised distribution and the profile of a pair may be equal,
/// so that enclosures cannot decide which is larger. The functions of this file decide such cases exactly.
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
