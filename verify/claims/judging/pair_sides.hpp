/// The two sides of what a claim is about. What bounds all neighbours shows that an upper bound is
/// sound; only what some neighbours have refutes one. For lower bounds it is the other way round.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/quantities/comparison/flip_runs.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

struct PairSides {
  bool dominates = true;    ///< the claim's own pair bounds what all neighbours have
  bool attained = true;     ///< some neighbours have it
  bool each_point = false;  ///< one run: each point of its profile is some neighbours' own
  /// Expressions: of a pair that some neighbours have, and of a smaller one that bounds all. Empty
  /// where there is none, or no need of one.
  std::string member, ceiling;
  std::optional<FlipRuns> flips;  ///< where it is runs of permute-and-flip and nothing else
  bool differ() const { return !dominates || !attained; }
};

/// Of a product: all its factors are run on the same neighbours, so that one that is not attained is
/// replaced by its member, or left out.
PairSides sides_of(const std::vector<WrittenFactor>& factors);
/// The same of an expression, whose parameters may be open; of one that is refused later, because a
/// parameter is out of range, the pair alone.
PairSides sides_of_expression(const std::string& expression);
/// Of several products at once, each with its expression.
PairSides sides_of_product(const std::vector<std::pair<std::string, PairSides>>& factors);

/// Whether the verdict against the claim's own pair is that on the claim.
bool decided_by_pair(const Claim& claim);
/// Whether it is the upper bounds of the quantity that need what bounds all: where less of it is more
/// private. Of a trade-off function it is the lower ones.
bool larger_is_worse(const std::string& quantity);
/// Whether it is what bounds all that shows this bound to hold, and not what some neighbours have.
bool shown_by_all(const Claim& claim);
/// What some neighbours have, with the parameter at which it is the worst for this claim, roughly.
std::string worst_member(const Claim& claim);

}  // namespace plumbline
