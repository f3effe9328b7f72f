/// Where profiles have corners and losses have atoms: questions just there, and one double beside.
#pragma once

#include "verify/hunt/space/setting.hpp"

namespace plumbline {

/// An epsilon at the largest loss of the whole composition, or at that of one factor, or one ulp
/// beside it, as `place` in [0, 1) says; at or beside 0 where no factor has a largest loss.
double kink_near(const Setting& setting, double place);

}  // namespace plumbline
