/// Engine "returns": products of many different discrete Gaussians whose losses have no common lattice, or a lattice
/// that is too fine. Along a vertical line, their transform returns near its maximum again and again, but rarely. The
/// engine finds and sums these near-recurrences, up to a point where the line may be truncated.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/returns/return_line.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry returns_entry();

/// Returns the enclosure from one contour of the caller's choice, for cross-checks.
Enclosure returns_on_contour(const Composition& composition, const returns::ReturnContour& contour,
                             Question question, const Real& t);

}  // namespace plumbline
