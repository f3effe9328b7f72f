/// Expressions of what has concentrated privacy.
#pragma once

#include <string>

#include "reference/composition/runs_of_a_class.hpp"

namespace plumbline {

/// Throws std::invalid_argument unless rho > 0 and xi >= 0.
void require_concentrated(const ConcentratedRuns& runs);

/// The class of all of them: its expression.
std::string concentrated_class(const ConcentratedRuns& runs);

/// A Gaussian mechanism that is among them, and no other Gaussian by much: its expression.
std::string concentrated_gaussian(const ConcentratedRuns& runs);

}  // namespace plumbline
