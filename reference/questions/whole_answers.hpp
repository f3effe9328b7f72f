/// Results about two mechanisms as data structures, for commands that describe the results in text or draw them.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/arithmetic/running/so_far.hpp"
#include "reference/quantities/comparison/bayes_crossing.hpp"
#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/questions/question.hpp"
#include "reference/values/compared_profiles.hpp"

namespace plumbline {

/// Returns the comparison of the two mechanisms of a question, and both divergences to a few digits. Throws Interrupted
/// if the time ends before the first result.
FullComparison whole_comparison(const Query& question, const Effort& effort,
                                SoFar<FullComparison> so_far = {});
/// Returns the comparison of the two mechanisms without divergences, with the digits of the effort.
Comparison ranges_compared(const Query& question, const Effort& effort);

/// The bound of Theorem 3 (berry_esseen_bound.hpp) and, to a few digits, the divergence that it bounds. whole_theorem()
/// throws Interrupted if the time ends before the first result. It calls `so_far` with each result that a later one may
/// replace.
struct WholeTheorem {
  BerryEsseenBound bound;
  BerryEsseenTruth truth;
};
WholeTheorem whole_theorem(const Query& question, const Effort& few, const Effort& effort,
                           const SoFar<WholeTheorem>& so_far = {});

/// Returns the prior in [from, to] at which the Bayes errors of both mechanisms are equal, with an error of at most
/// `width`.
BayesCrossing crossing_of_errors(const Query& question, const Rational& from, const Rational& to,
                                 const Rational& width, const Effort& effort);

}  // namespace plumbline
