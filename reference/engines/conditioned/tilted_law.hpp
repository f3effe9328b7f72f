/// Steps of countably many losses alone, where the answer is small: the law of their sum by what
/// carries e^{cS}, so that a question far out takes the points that are there, not all before.
#pragma once

#include <optional>
#include <vector>

#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {

/// A power c for a question, and about how large its bound e^{(b-c)t} E_P[e^{cS}] is (b = 0 of P's
/// tails, else 1).
struct Tilt {
  double c, log_bound;
};

/// Heuristic: the c of the question's range with about the smallest bound; nothing where a step has no
/// transform.
std::optional<Tilt> tilt_of(const std::vector<Factor>& steps, Question question, double t);

/// Disjoint events with their masses, and what E_P[e^{cS}] has beside them.
struct TiltedLaw {
  struct Point {
    Ball P, Q;
  };
  double c;
  std::vector<Point> points;
  Ball rest;  ///< [0, r]
};

/// Without points of less than about 2^-depth of E_P[e^{cS}], with masses at precision p. No infinite
/// losses. Nothing where a step offers no atoms, or there are more than `most` points (or too much work
/// to find them). Throws Contradiction where the points weigh more than all.
std::optional<TiltedLaw> tilted_law(const std::vector<Factor>& steps, double c, double depth,
                                    Bits p, size_t most, const Poll& poll);

/// Returns the contribution of an event of one loss log Q/P to the answer, with k = e^t; nothing
/// where these balls do not decide on which side of t the loss lies.
std::optional<Ball> part_of(Question question, const Ball& P, const Ball& Q, const Ball& k);

/// Returns the law without a point: E_P[e^{cS}] alone, for events too far out for more. Nothing where that
/// is not known.
std::optional<TiltedLaw> weight_alone(const std::vector<Factor>& steps, double c, Bits p);

/// The answer by BOUND(CONDITIONED-TILT); not clipped. The law's c must be in the question's range.
Enclosure answer_by_tilt(const TiltedLaw& law, Question question, const Real& t, Bits p);

}  // namespace plumbline::conditioned
