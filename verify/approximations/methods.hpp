/// The judged methods, one file each. Adding one: its file, a line here and a line in registry.cpp.
#pragma once

#include "verify/approximations/approximation.hpp"

namespace plumbline::approximations {

ApproximationEntry clt();
ApproximationEntry clt_v();
/// order = 0 ... 4.
ApproximationEntry edgeworth(int order);
ApproximationEntry monte_carlo();
ApproximationEntry grid_delta();

}  // namespace plumbline::approximations
