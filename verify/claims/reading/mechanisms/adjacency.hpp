/// What accountants call the relation between neighbouring data sets, and our directions.
#pragma once

#include <string>

#include "verify/claims/claim.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

namespace plumbline {

/// A word of the table in reference/mechanisms/neighbours/neighbours.hpp, or `symmetric`: both directions are the
/// same, which is refused of subsampled pairs.
///
/// Where the mechanism is not known under that relation (NamedMechanism::is_related), or keeps the number
/// of records where one is added or removed, `unsupported` is set. A direction is of the pair, whatever
/// its neighbours. Throws std::invalid_argument on a word never heard of.
struct NamedDirection {
  Direction direction = Direction::worst;
  std::string unsupported;
};
/// The relation of pairs that the word stands for; add_remove where it is none.
Relation relation_of(const std::string& adjacency);
NamedDirection name_direction(const std::string& adjacency, const NamedMechanism& mechanism);

}  // namespace plumbline
