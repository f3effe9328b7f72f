/// Poisson subsampling of any mechanism whose law is explicit: (P, (1-p) P + p Q).
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// L' = log(1-p + p e^L), 0 < p <= 1. `within` is the expression that an irrational p belongs to.
/// Throws std::invalid_argument where the mechanism has no law explicit enough.
Mechanism subsampled_pair(const Mechanism& mechanism, const Real& p,
                          const std::string& within = {});

/// For the registry.
MechanismEntry subsampled_entry();

}  // namespace plumbline
