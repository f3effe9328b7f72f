/// The engine `fourier` for compositions on a lattice: inversion on one period of the line.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/periodic/periodic_line.hpp"

namespace plumbline {

/// Returns true if the composition's losses lie on a lattice.
bool has_period(const Composition& composition);
/// Returns an empty text if one period is short enough for summation, otherwise the reason. Requires has_period().
std::string periodic_refusal(const Composition& composition);
std::unique_ptr<Engine> make_periodic(const Composition& composition);

/// Returns the enclosure from one contour of the caller's choice, for cross-checks.
Enclosure periodic_on_contour(const Composition& composition,
                              const fourier::PeriodicContour& contour, Question question,
                              const Real& t);

}  // namespace plumbline
