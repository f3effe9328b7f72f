/// The engine for compositions whose loss distribution is elementary: products of Gaussians (one Gaussian pair with
/// mu^2 = sum N_i mu_i^2) and a single step of any mechanism.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry closed_form_entry();

}  // namespace plumbline
