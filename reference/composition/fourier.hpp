/// Engine "fourier": inversion of the loss transform on a vertical line. Covers every composition
/// whose transform decays; where it hardly does, the enclosure comes out wide. Losses on a lattice
/// are inverted on one period of the line (periodic.hpp).
#pragma once

#include "reference/composition/engine.hpp"
#include "reference/composition/fourier_line.hpp"

namespace plumbline {

std::string fourier_refusal(const Composition& composition);
std::unique_ptr<Engine> make_fourier(const Composition& composition);

/// The enclosure from one contour of the caller's choice: for cross-checks.
Enclosure fourier_on_contour(const Composition& composition, const fourier::Contour& contour,
                             Question question, const Real& t);

}  // namespace plumbline
