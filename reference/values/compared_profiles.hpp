/// Two privacy profiles side by side.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/upper_bound.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// A stretch of epsilons with what is known about delta_1 - delta_2 on it.
struct ComparedRange {
  enum class Order {
    first_larger,   ///< delta_1 >= delta_2: less private, or equal
    second_larger,  ///< delta_1 <= delta_2
    equal,          ///< both profiles are exactly at the same limit
    crossing,       ///< exactly one sign change, inside [from, to]
    undecided,      ///< |delta_1 - delta_2| <= gap is all that is known
  };
  Order kind;
  Ball from, to;   ///< exact
  UpperBound gap;  ///< for undecided
};

/// `cross`: the difference is certainly positive at one epsilon and negative at another.
enum class Dominance { first_more_private, second_more_private, cross, equal, open };

/// "first_larger", ..., "first_more_private", ...
std::string kind_name(ComparedRange::Order kind);
std::string dominance_name(Dominance verdict);

struct Comparison {
  std::vector<ComparedRange> ranges;  ///< in order, covering [least, most]
  Ball least, most;                   ///< the epsilons examined (exact)
  /// Outside of it |delta_1 - delta_2| is at most this, except where the last range has a sign that
  /// goes on for ever, as it does right of `most` where the masses of infinite loss decide it, and
  /// then in the direction worst left of `least` as well: the sign at -epsilon is that at epsilon.
  UpperBound beyond;
  UpperBound margin;  ///< the verdict holds up to this difference of delta
  Dominance verdict;
  bool reached = true;  ///< crossings have the requested digits; no rest above 10^-30
};

/// The prior of H0 whose Bayes-optimal test has its threshold at that epsilon:
/// pi = e^eps/(1 + e^eps). Profiles that cross at the one have Bayes errors that cross at the other
/// (Kaissis et al. 2024).
Ball crossing_prior(const Ball& epsilon, Bits p);

/// A comparison, and the divergences both ways to so many digits (at most 10: beside the ranges a
/// few are enough).
struct FullComparison {
  Comparison comparison;
  Certified forth, back;
  int divergence_digits;
};

}  // namespace plumbline
