/// Bounds that are known before any work: the range of an answer, and its exact value beyond the
/// support of the loss.
#pragma once

#include <optional>
#include <string>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The exact answer (up to rounding) where S <= t or S > t holds surely.
std::optional<Ball> beyond_support(const Composition& composition, Question question, const Real& t,
                                   Bits p);

/// The answer from the four tails. delta = Q(S > t) - e^t P(S > t) and its relatives cancel when
/// the answer is small against the tails; the caller then raises the precision.
Ball from_tails(Question question, const LossTails& tails, const Ball& t);

/// The intersection of an enclosure with what every answer satisfies: at least 0, and at most 1
/// (e^t for the excess). Throws Contradiction when they do not meet.
Ball clipped(Question question, const Ball& answer, const Real& t);

/// Why not, where a step offers no transform (no tails) of its loss; else empty.
std::string missing_transform(const Composition& composition);
std::string missing_tails(const Composition& composition);

/// Why not, where a step's largest loss is known and beyond what doubles choose contours and grids
/// for; else empty.
std::string immoderate_losses(const Composition& composition);

}  // namespace plumbline
