/// Mechanisms with irrational parameters: log(3), sqrt(2*log(125000))/20.
#pragma once

#include <string>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the mechanism with these parameters, rational or not. Throws std::invalid_argument on invalid parameters.
Mechanism make_mechanism(const MechanismEntry& entry, const Parameters& parameters,
                         const std::string& expression);

/// Returns a mechanism whose law is known for an irrational value of the parameter `name`: truncated noise
/// (integer/cut_noise.cpp). Null for all other mechanisms. Throws std::invalid_argument on numbers out of range.
Mechanism cut_noise_with(const std::string& mechanism, const std::string& name, const Real& value,
                         const Parameters& others);

}  // namespace plumbline
