/// Engine "fourier": inversion of the loss transform on a vertical line. It covers every composition whose transform
/// decays; if the transform hardly decays, the enclosure is wide. Losses on a lattice are inverted on one period of the
/// line (periodic.hpp).
#pragma once

#include <functional>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier_line.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry fourier_entry();

/// Returns the enclosure from one contour of the caller's choice, for cross-checks.
Enclosure fourier_on_contour(const Composition& composition, const fourier::Contour& contour,
                             Question question, const Real& t);

/// Returns a tail at t from two chords of the profile as a function of e^t: from e^t (1 - h) to e^t, and from e^t to
/// e^t (1 + h), 0 < h < 1: BOUND(CONVEX-SLOPE). `profile` encloses the profile (a question about delta, its complement
/// or the excess), by any engine.
using ProfileAt = std::function<Ball(Question, const Real&)>;
Ball tail_by_chords(Question tail, const Real& t, const Rational& h, Bits p,
                    const ProfileAt& profile);
/// Returns the form of the profile (delta, its complement or the excess) from whose slope the tail is computed.
/// Differences of this form have the least cancellation.
Question profile_for_tail(Question tail, const Real& t);

}  // namespace plumbline
