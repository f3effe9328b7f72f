/// Expressions for mechanisms with concentrated privacy.
#pragma once

#include <string>

#include "reference/composition/runs_of_a_class.hpp"

namespace plumbline {

/// Throws std::invalid_argument unless rho > 0 and xi >= 0.
void require_concentrated(const ConcentratedRuns& runs);

/// Returns the expression of the class of all such mechanisms.
std::string concentrated_class(const ConcentratedRuns& runs);

/// Returns the expression of a Gaussian mechanism in the class that is nearly its least private Gaussian mechanism.
std::string concentrated_gaussian(const ConcentratedRuns& runs);

}  // namespace plumbline
