/// Exact decisions where a distribution and a profile meet: beyond every loss, and at the largest one.
#pragma once

#include <optional>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/loss_masses.hpp"

namespace plumbline {

/// The mass of the largest finite loss under the null hypothesis of a direction that is not worst, or less.
Ball largest_loss_level(const PrivacyProfile& profile, Bits p);

/// Returns true if p_inf + p (1 - e^(t - loss)) is proved at most delta(t) for every real t, where loss is the
/// largest of the pair: the line of a distribution's last atom. False where it is not proved.
bool last_line_holds(const PrivacyProfile& profile, const LossMasses::Atom& last,
                     const Rational& infinite, Bits p);

}  // namespace plumbline
