/// The distribution of the sum of steps with countably many losses, for small answers. It contains only the points
/// that contribute to E[e^{cS}], so that a question far out enumerates the points there and not all points before it.
#pragma once

#include <optional>
#include <vector>

#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {

/// An order c for a question, and the approximate log of its bound e^{(b-c)t} E_P[e^{cS}], where b = 0 for tails
/// under P and b = 1 otherwise.
struct Tilt {
  double c, log_bound;
};

/// Heuristic: the c in the question's range with approximately the smallest bound; nothing if a step has no
/// transform.
std::optional<Tilt> tilt_of(const std::vector<Factor>& steps, Question question, double t);

/// Disjoint events with their masses, and the rest of E_P[e^{cS}].
struct TiltedLaw {
  struct Point {
    Ball P, Q;
  };
  double c;
  std::vector<Point> points;
  Ball rest;  ///< [0, r]
};

/// Computes the distribution without points of less than approximately 2^-depth of E_P[e^{cS}], with masses at
/// precision p. Requires finite losses. Returns nothing if a step offers no atoms, if there are more than `most`
/// points, or if the search for points is too expensive. Throws Contradiction if the points have more than the total
/// mass.
std::optional<TiltedLaw> tilted_law(const std::vector<Factor>& steps, double c, double depth,
                                    Bits p, size_t most, const Poll& poll);

/// Returns the contribution of an event of one loss log Q/P to the answer, with k = e^t; nothing if these balls do not
/// decide on which side of t the loss lies.
std::optional<Ball> part_of(Question question, const Ball& P, const Ball& Q, const Ball& k);

/// Returns the distribution without points, which consists of E_P[e^{cS}] alone, for events that are too far out for
/// more. Returns nothing if this number is unknown.
std::optional<TiltedLaw> weight_alone(const std::vector<Factor>& steps, double c, Bits p);

/// Returns the answer by BOUND(CONDITIONED-TILT), without clipping. The c of the distribution must be in the range of
/// the question.
Enclosure answer_by_tilt(const TiltedLaw& law, Question question, const Real& t, Bits p);

}  // namespace plumbline::conditioned
