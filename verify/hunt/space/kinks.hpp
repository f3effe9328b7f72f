/// The places at which profiles have corners and losses have atoms: for questions exactly there, and one double next to
/// it.
#pragma once

#include "verify/hunt/space/setting.hpp"

namespace plumbline {

/// An epsilon at the largest loss of the whole composition, or at that of one factor, or one ulp next to it, selected
/// by `place` in [0, 1); at or next to 0 if no factor has a largest loss.
double kink_near(const Setting& setting, double place);

}  // namespace plumbline
