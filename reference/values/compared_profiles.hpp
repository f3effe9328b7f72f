/// The result of a comparison of two privacy profiles.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/upper_bound.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// An interval of epsilons, and the known relation of delta_1 and delta_2 on it.
struct ComparedRange {
  enum class Order {
    first_larger,   ///< delta_1 >= delta_2: the first is less private, or both are equal
    second_larger,  ///< delta_1 <= delta_2
    equal,          ///< delta_1 = delta_2 exactly, because both profiles are constant here
    crossing,       ///< exactly one sign change, inside [from, to]
    undecided,      ///< only |delta_1 - delta_2| <= gap is known
  };
  Order kind;
  Ball from, to;   ///< exact balls
  UpperBound gap;  ///< upper bound of |delta_1 - delta_2| on an undecided range
};

/// `cross`: the difference delta_1 - delta_2 is certainly positive at one epsilon and negative at another.
enum class Dominance { first_more_private, second_more_private, cross, equal, open };

/// Return the name of an enumerator: "first_larger", ..., "first_more_private", ...
std::string kind_name(ComparedRange::Order kind);
std::string dominance_name(Dominance verdict);

struct Comparison {
  std::vector<ComparedRange> ranges;  ///< in order, covering [least, most]
  Ball least, most;                   ///< the epsilons examined (exact)
  /// Upper bound of |delta_1 - delta_2| outside of [least, most]. There is one exception: if the masses of infinite
  /// loss decide the sign of delta_1 - delta_2 for all large epsilons, the sign of the last range holds for all
  /// epsilons above `most`. In the direction worst, it then also holds for all epsilons below `least`, because the
  /// signs at -epsilon and epsilon agree.
  UpperBound beyond;
  UpperBound margin;  ///< the verdict is correct up to this difference of delta
  Dominance verdict;
  bool reached = true;  ///< crossings have the requested digits, and no undecided gap exceeds
                        ///< 10^-30
};

/// Returns the prior of H0 at which the Bayes-optimal test has its threshold at that epsilon: pi = e^eps/(1 + e^eps).
/// If profiles cross at epsilon, the Bayes errors cross at this prior (Kaissis et al. 2024).
Ball crossing_prior(const Ball& epsilon, Bits p);

/// A comparison, and the Delta-divergences in both orders: divergence(first, second) and divergence(second, first).
/// They have `divergence_digits` digits (at most 10, because the ranges need only a few).
struct FullComparison {
  Comparison comparison;
  Certified forth, back;
  int divergence_digits;
};

}  // namespace plumbline
