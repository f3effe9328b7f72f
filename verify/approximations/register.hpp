/// Judged methods of other programs.
#pragma once

#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// One more, from then on: cases, `judge` and the lists know it. Call it before methods are asked. Throws
/// std::invalid_argument where the name is taken.
void register_approximation(ApproximationEntry entry);

}  // namespace plumbline
