/// Engine "returns": products of many different discrete Gaussians whose losses have no common lattice, or one that is
/// too fine. Along a vertical line their transform comes back near its peak for ever larger imaginary parts, but
/// rarely. The engine finds and sums these returns, up to a place where the line may be truncated.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/returns/return_line.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry returns_entry();

/// The enclosure from one contour of the caller's choice: for cross-checks.
Enclosure returns_on_contour(const Composition& composition, const returns::ReturnContour& contour,
                             Question question, const Real& t);

}  // namespace plumbline
