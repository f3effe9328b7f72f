/// A user-defined mechanism, engine, quantity and judged method, each in one file and registered by one line.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/registry.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/questions/registry.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline::testing {

/// A capability that no other mechanism has: P is uniform on (0, 1), and Q has the density 1 + w (x - 1/2) there.
struct LinearDensity {
  Rational w;
};

MechanismEntry slope_entry();
EngineEntry hoeffding_entry();
Quantity gain_entry();
ApproximationEntry low_gain();

/// Registers the toys; call it once in a program.
void register_toys();

}  // namespace plumbline::testing
