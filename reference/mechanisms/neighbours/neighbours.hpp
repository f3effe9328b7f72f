/// The table of neighbouring relations and the corresponding directions of a pair. Code, documents, pages and vectors
/// use its names.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// A pair is (P, Q): P the output without the record, Q the output with it; for a subsampled pair P is the base and Q
/// the mixture. H(A || B) at epsilon is sup over events E of A(E) - e^epsilon B(E). Forward is H(Q || P), reverse H(P
/// || Q).
struct Neighbours {
  std::string relation;           ///< the name in records, events, vectors and Python
  std::string direction;          ///< the direction that means the same; empty if there is none
  std::vector<std::string> also;  ///< names in other tools
  Direction taken;                ///< the direction of the pair
  std::string of_pair;   ///< the pair's own relation=; empty if a record is added or removed
  std::string change;    ///< the change from one data set to the other
  std::string sentence;  ///< the change for one mechanism, in prose
};
const std::vector<Neighbours>& neighbours_table();

/// The row that contains the name in any column; null if there is none.
const Neighbours* find_neighbours(const std::string& word);
/// The row of a relation= of pairs; "" means pairs that have none. Throws std::invalid_argument.
const Neighbours& neighbours_of_pair(const std::string& relation);
/// The name for a direction of a pair of that relation: remove for forward if a record is added or removed; replace_one
/// for every direction of a pair with relation=replace.
std::string relation_word(Direction direction, const std::string& of_pair = "");

/// A direction by its own name or by the relation that means it: forward or remove. Throws std::invalid_argument on
/// other names, including names of a relation of the pair.
Direction direction_of(const std::string& word);

/// The table in Markdown, for documents.
std::string neighbours_markdown();

}  // namespace plumbline
