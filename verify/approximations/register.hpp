/// Registers methods of other programs as judged methods.
#pragma once

#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// Registers one more method, which cases, `judge` and the lists then know. Call it before methods are used. Throws
/// std::invalid_argument if the name is taken.
void register_approximation(ApproximationEntry entry);

}  // namespace plumbline
