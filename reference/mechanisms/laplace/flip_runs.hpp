/// Several runs of permute-and-flip. `laplace(b=1/epsilon)^N` dominates them. Some neighbours attain the pair of two
/// candidates at a given distance, which has less privacy loss.
#pragma once

#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// `runs` of permute-and-flip, with the parameter epsilon each.
struct FlipRuns {
  Rational epsilon, runs;
};

/// One of two candidates is returned, with probability at least `with` if the record is present, and at most `without`
/// if it is absent; rounding weakens both probabilities.
struct FlipPair {
  Rational without, with;
};

/// The returned candidate is `lead` ahead without the record, in units of the noise, and lead + epsilon with it. By
/// BOUND(FLIP-PAIR); nothing if that many bits do not separate the two probabilities.
std::optional<FlipPair> flip_pair(const Rational& epsilon, const Rational& lead, Bits b);

/// `finite(P=...,Q=...)`, without its power: with the approximate lead that maximises delta(at) for so many runs; with
/// the lead -epsilon/2, where the candidates exchange places, if no delta is given or there are very many runs. Throws
/// std::invalid_argument unless epsilon > 0.
std::string flip_member(const FlipRuns& runs, std::optional<double> at);
/// Returns the member with the lead at that place in [0, 1], from far behind to far ahead. Returns an empty text if the
/// two candidates are not separated there.
std::string flip_member_at(const FlipRuns& runs, double place);

}  // namespace plumbline
