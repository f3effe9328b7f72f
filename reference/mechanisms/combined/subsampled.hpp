/// Poisson subsampling of any mechanism with an explicit distribution: (P, (1-p) P + p Q).
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair with the loss L' = log(1-p + p e^L), 0 < p <= 1, where L is the loss of the mechanism. For an
/// irrational p, `within` is the expression that contains p. Throws std::invalid_argument if the mechanism has no
/// explicit distribution.
Mechanism subsampled_pair(const Mechanism& mechanism, const Real& p,
                          const std::string& within = {});

/// The registry entry.
MechanismEntry subsampled_entry();

}  // namespace plumbline
