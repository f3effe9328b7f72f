/// Converts accountants' names of neighbouring relations to directions.
#pragma once

#include <string>

#include "reference/mechanisms/neighbours/relation.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

namespace plumbline {

struct NamedDirection {
  Direction direction = Direction::worst;
  /// The reason why a claim under this relation cannot be compared with the pair; empty if it can.
  std::string unsupported;
};

/// Returns true if the word names a direction of the pair (forward, reverse, worst, symmetric), without a relation.
bool is_of_pair(const std::string& adjacency);
/// Returns the relation of pairs that the word names; add_remove if the word names a direction.
Relation relation_of(const std::string& adjacency);
/// Parses a word of the table in reference/mechanisms/neighbours/neighbours.hpp, or `symmetric`, which means that both
/// directions are equal. That is false for subsampled pairs. A word for a relation is valid only for a pair of that
/// relation (relation_refusal()); no word is valid for a mixed pair, whose factors have different relations. Throws
/// std::invalid_argument on an unknown word.
NamedDirection name_direction(const std::string& adjacency, const NamedMechanism& mechanism);

}  // namespace plumbline
