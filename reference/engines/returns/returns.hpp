/// Engine "returns": products of many different discrete Gaussians whose losses have no common lattice,
/// or one that is too fine. Along a vertical line their transform comes back near its peak for ever
/// larger imaginary parts, but rarely: these returns are found and summed, up to where the line may end.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/returns/return_line.hpp"

namespace plumbline {

/// For the registry.
EngineEntry returns_entry();

/// The enclosure from one contour of the caller's choice: for cross-checks.
Enclosure returns_on_contour(const Composition& composition, const returns::ReturnContour& contour,
                             Question question, const Real& t);

}  // namespace plumbline
