/// Several runs of permute-and-flip. `laplace(b=1/epsilon)^N` dominates them. For a given difference of the scores of
/// two candidates, some neighbouring data sets have at least the delta of a pair of binary laws (BOUND(FLIP-PAIR)).
/// This pair has less privacy loss than the Laplace pair.
#pragma once

#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A number of runs of permute-and-flip, each with the parameter epsilon.
struct FlipRuns {
  Rational epsilon, runs;
};

/// Bounds of the probability that the first of two candidates is returned: at least `with` if the record is present, at
/// most `without` if it is absent. Both are exact up to rounding.
struct FlipPair {
  Rational without, with;
};

/// Returns the pair in which the first candidate is `lead` ahead without the record, in units of the noise, and lead +
/// epsilon ahead with it, by BOUND(FLIP-PAIR); nothing if the precision `b` does not separate the two probabilities.
std::optional<FlipPair> flip_pair(const Rational& epsilon, const Rational& lead, Bits b);

/// Returns the expression `finite(P=...,Q=...)` of the pair of one run, for the lead that approximately maximises the
/// delta of all runs at the threshold `at` of the privacy loss. Without `at`, or for very many runs, the lead is
/// -epsilon/2: the record exchanges the two probabilities. Throws std::invalid_argument unless epsilon > 0.
std::string flip_member(const FlipRuns& runs, std::optional<double> at);
/// Returns the expression of the pair of one run for a lead that increases with `place` in [0, 1], from far behind to
/// far ahead. Returns an empty text if the two probabilities are not separated at this lead.
std::string flip_member_at(const FlipRuns& runs, double place);

}  // namespace plumbline
