/// Poisson subsampling of any mechanism with an explicit distribution: (P, (1-p) P + p Q).
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// L' = log(1-p + p e^L), 0 < p <= 1. `within` is the expression to which an irrational p belongs. Throws
/// std::invalid_argument if the distribution of the mechanism is not explicit enough.
Mechanism subsampled_pair(const Mechanism& mechanism, const Real& p,
                          const std::string& within = {});

/// The registry entry.
MechanismEntry subsampled_entry();

}  // namespace plumbline
