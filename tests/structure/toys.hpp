/// A mechanism and an engine of one's own, each in one file and registered by one line.
#pragma once

#include "reference/engines/registry.hpp"
#include "reference/mechanisms/registry.hpp"
#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::testing {

/// A capability that no other mechanism offers: P is uniform on (0, 1), Q has the density
/// 1 + w (x - 1/2) there.
struct LinearDensity {
  Rational w;
};

MechanismEntry slope_entry();
/// What the judged methods ask of a step of it.
approximations::StepEntry slope_step();
EngineEntry hoeffding_entry();

/// Once in a program.
void register_toys();

}  // namespace plumbline::testing
