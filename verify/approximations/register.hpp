/// Lets other programs register their own methods as judged methods.
#pragma once

#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// Registers a method. It is then available to case files, to the command `judge` and in the lists of methods. Must be
/// called before methods are used. Throws std::invalid_argument if the name exists already.
void register_approximation(ApproximationEntry entry);

}  // namespace plumbline
