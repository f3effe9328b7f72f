/// Bounds that are known before any computation: the range of an answer, and its exact value beyond the support of
/// the loss.
#pragma once

#include <optional>
#include <string>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The smallest and the largest loss of a composition; empty if unknown.
struct LossEnds {
  explicit LossEnds(const Composition& composition);
  std::optional<Real> smallest, largest;
};

/// Returns the exact answer (up to rounding) if S <= t or S > t holds certainly; otherwise nothing.
std::optional<Ball> beyond_support(const LossEnds& ends, Question question, const Real& t, Bits p);
std::optional<Ball> beyond_support(const Composition& composition, Question question, const Real& t,
                                   Bits p);

/// Returns the answer from the four tails. delta = Q(S > t) - e^t P(S > t) and similar differences cancel if the
/// answer is small relative to the tails; the caller then raises the precision.
Ball from_tails(Question question, const LossTails& tails, const Ball& t);

/// Returns the intersection of an enclosure with the range of every answer: at least 0, and at most 1 (e^t for the
/// excess). Throws Contradiction if they do not meet.
Ball clipped(Question question, const Ball& answer, const Real& t);

/// Return the reason for a refusal if a step does not offer the transform (or the tails) of its loss; else an empty
/// text.
std::string missing_transform(const Composition& composition);
std::string missing_tails(const Composition& composition);

/// Returns the reason for a refusal if a step's largest loss is known and out of the range for which contours and
/// grids can be chosen in doubles; else an empty text.
std::string immoderate_losses(const Composition& composition);

}  // namespace plumbline
