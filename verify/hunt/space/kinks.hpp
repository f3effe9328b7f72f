/// Finds epsilons at which a privacy profile has a corner and the privacy loss has an atom. Hunts query such an epsilon
/// or a double next to it.
#pragma once

#include "verify/hunt/space/setting.hpp"

namespace plumbline {

/// Returns an epsilon at the largest loss of the whole composition or of one factor, or one ulp next to it; `place`
/// in [0, 1) selects one of these. If no factor has a largest loss, the epsilon is at or next to 0.
double kink_near(const Setting& setting, double place);

}  // namespace plumbline
