/// The distribution of the sum of steps with countably many losses, for small answers. It contains only the points
/// that contribute to E[e^{cS}], so that for a threshold far out, only points near the threshold are listed, and not
/// all points with larger mass.
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

/// Heuristic: returns the c with approximately the smallest bound in the range in which BOUND(CONDITIONED-TILT)
/// covers the question; nothing if a step has no transform.
std::optional<Tilt> tilt_of(const std::vector<Factor>& steps, Question question, double t);

/// Disjoint events with their masses, and the part of E_P[e^{cS}] outside these events.
struct TiltedLaw {
  struct Point {
    Ball P, Q;
  };
  double c;
  std::vector<Point> points;
  Ball rest;  ///< from 0 to an upper bound of this part
};

/// Computes the distribution without points of less than approximately 2^-depth of E_P[e^{cS}], with masses at
/// precision p. Requires finite losses. Returns nothing if a step offers no atoms, if there are more than `most`
/// points, or if the search for points is too expensive. Throws Contradiction if the points have more tilted mass
/// than E_P[e^{cS}].
std::optional<TiltedLaw> tilted_law(const std::vector<Factor>& steps, double c, double depth,
                                    Bits p, size_t most, const Poll& poll);

/// Returns the contribution to the answer of an event with the masses P and Q, on which the loss is log(Q/P), with k
/// = e^t; nothing if these balls do not decide on which side of t the loss lies.
std::optional<Ball> part_of(Question question, const Ball& P, const Ball& Q, const Ball& k);

/// Returns a distribution without points, so that `rest` covers all of E_P[e^{cS}]. With it, answer_by_tilt() returns
/// Chernoff's bound. Returns nothing if E_P[e^{cS}] is unknown.
std::optional<TiltedLaw> weight_alone(const std::vector<Factor>& steps, double c, Bits p);

/// Returns the answer by BOUND(CONDITIONED-TILT), without clipping. The c of the distribution must be in the range of
/// the question.
Enclosure answer_by_tilt(const TiltedLaw& law, Question question, const Real& t, Bits p);

}  // namespace plumbline::conditioned
