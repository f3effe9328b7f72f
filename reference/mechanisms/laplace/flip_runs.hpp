/// Several runs of permute-and-flip. `laplace(b=1/epsilon)^N` dominates them. Some neighbours attain the pair of two
/// candidates whose scores have a given difference; this pair has less privacy loss.
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

/// The pair of one output with two values: the returned candidate is the first of two. Its probability is at least
/// `with` if the record is present, and at most `without` if it is absent; rounding weakens both.
struct FlipPair {
  Rational without, with;
};

/// Returns the pair in which the first candidate is `lead` ahead without the record, in units of the noise, and lead
/// + epsilon ahead with it, by BOUND(FLIP-PAIR); nothing if this precision does not separate the two probabilities.
std::optional<FlipPair> flip_pair(const Rational& epsilon, const Rational& lead, Bits b);

/// Returns `finite(P=...,Q=...)`, without its power, for the approximate lead that maximises delta(at). If no `at` is
/// given or there are very many runs, the lead is -epsilon/2, where the candidates exchange places. Throws
/// std::invalid_argument unless epsilon > 0.
std::string flip_member(const FlipRuns& runs, std::optional<double> at);
/// Returns the member for a lead at that place in [0, 1], from far behind to far ahead. Returns an empty text if the
/// two probabilities are not separated there.
std::string flip_member_at(const FlipRuns& runs, double place);

}  // namespace plumbline
