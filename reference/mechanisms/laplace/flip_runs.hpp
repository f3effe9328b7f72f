/// Several runs of permute-and-flip. `laplace(b=1/epsilon)^N` dominates them; what two candidates at a
/// given distance have is some neighbours' own, and less.
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

/// One of two candidates is returned; with the record with probability at least `with`, without it
/// at most `without`: as much as rounding leaves of what they have.
struct FlipPair {
  Rational without, with;
};

/// The candidate returned is `lead` ahead without the record, in units of the noise, and lead +
/// epsilon with it. By BOUND(FLIP-PAIR); nothing where that many bits do not tell the two apart.
std::optional<FlipPair> flip_pair(const Rational& epsilon, const Rational& lead, Bits b);

/// `finite(P=...,Q=...)`, without its power: with the lead at which delta(at) of so many runs is the
/// largest, roughly; with -epsilon/2, where both candidates change places, if nothing is given or
/// there are very many. Throws std::invalid_argument unless epsilon > 0.
std::string flip_member(const FlipRuns& runs, std::optional<double> at);
/// Returns the member with the lead at that place in [0, 1], from far behind to far ahead. The empty text where the two
/// candidates are not told apart there.
std::string flip_member_at(const FlipRuns& runs, double place);

}  // namespace plumbline
