/// Registers methods of other programs as judged methods.
#pragma once

#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// Registers a method, which is then available to cases, `judge` and the lists. Must be called before methods are
/// used. Throws std::invalid_argument if the name exists already.
void register_approximation(ApproximationEntry entry);

}  // namespace plumbline
