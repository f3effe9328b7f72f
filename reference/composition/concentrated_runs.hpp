/// Expressions for mechanisms with concentrated privacy.
#pragma once

#include <string>

#include "reference/composition/runs_of_a_class.hpp"

namespace plumbline {

/// Throws std::invalid_argument unless rho > 0 and xi >= 0.
void require_concentrated(const ConcentratedRuns& runs);

/// Returns the expression of the class of all mechanisms with these parameters.
std::string concentrated_class(const ConcentratedRuns& runs);

/// Returns the expression of a Gaussian mechanism in this class. Its sigma is nearly the smallest of the class.
std::string concentrated_gaussian(const ConcentratedRuns& runs);

}  // namespace plumbline
