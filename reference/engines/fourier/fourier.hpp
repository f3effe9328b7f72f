/// Engine "fourier": inversion of the loss transform on a vertical line. Covers every composition
/// whose transform decays; where it hardly does, the enclosure comes out wide. Losses on a lattice
/// are inverted on one period of the line (periodic.hpp).
#pragma once

#include <functional>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier_line.hpp"

namespace plumbline {

/// For the registry.
EngineEntry fourier_entry();

/// The enclosure from one contour of the caller's choice: for cross-checks.
Enclosure fourier_on_contour(const Composition& composition, const fourier::Contour& contour,
                             Question question, const Real& t);

/// A tail at t from chords of the profile to e^t (1 - h) and e^t (1 + h), 0 < h < 1, as `profile`
/// encloses it (a question about delta, its complement or the excess, any engine):
/// BOUND(CONVEX-SLOPE). Of the answer only the value is set.
using ProfileAt = std::function<Ball(Question, const Real&)>;
Ball tail_by_chords(Question tail, const Real& t, const Rational& h, Bits p,
                    const ProfileAt& profile);
/// The profile that is smallest at t loses least in the differences.
Question profile_for_tail(Question tail, const Real& t);

}  // namespace plumbline
