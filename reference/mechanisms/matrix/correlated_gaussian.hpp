/// Gaussian noise of a matrix mechanism: C X + sigma Z.
#pragma once

#include "reference/mechanisms/matrix/sensitivity.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// As the parameters steps, participations, gap and every say. Throws std::invalid_argument.
Participation participation_of(const Parameters& parameters);

MechanismEntry correlated_gaussian_entry();

}  // namespace plumbline
