/// Accountants' names of the relation between neighbouring data sets, and our directions.
#pragma once

#include <string>

#include "reference/mechanisms/neighbours/relation.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

namespace plumbline {

struct NamedDirection {
  Direction direction = Direction::worst;
  std::string unsupported;  ///< why a claim in these words cannot be compared with the pair
};

/// Returns whether the word is one for a direction of the pair (forward, reverse, worst, symmetric), whatever its
/// neighbours are.
bool is_of_pair(const std::string& adjacency);
/// Returns the relation of pairs that the word stands for; add_remove for a direction.
Relation relation_of(const std::string& adjacency);
/// Reads a word of the table in reference/mechanisms/neighbours/neighbours.hpp, or `symmetric`: both directions are
/// the same, which sampled pairs are not. A word for a relation needs a pair of that relation (relation_refusal()),
/// and no word suits a mixed pair. Throws std::invalid_argument on an unknown word.
NamedDirection name_direction(const std::string& adjacency, const NamedMechanism& mechanism);

}  // namespace plumbline
