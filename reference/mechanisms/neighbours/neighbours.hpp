/// The table of neighbouring relations and the corresponding directions of a pair. Code, documents, statement pages and
/// test vectors use its names.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// One row of the table. A pair is (P, Q): P is the law of the output without the record, Q the law with it; for a
/// subsampled pair P is the base and Q the mixture. H(A || B) at epsilon is sup over events E of A(E) - e^epsilon
/// B(E). Forward is H(Q || P), reverse H(P || Q).
struct Neighbours {
  std::string relation;           ///< the name in records, events, vectors and Python
  std::string direction;          ///< forward for remove, reverse for add, worst for both; or empty
  std::vector<std::string> also;  ///< names in other tools
  Direction taken;                ///< the direction of the pair for this relation
  std::string of_pair;   ///< value of the pair's relation=; empty if a record is added or removed
  std::string change;    ///< the change from one data set to the other
  std::string sentence;  ///< the change for one mechanism, in prose
};
const std::vector<Neighbours>& neighbours_table();

/// Returns the row that contains the name in any column; null if there is none.
const Neighbours* find_neighbours(const std::string& word);
/// Returns the row for the parameter relation= of a pair; "" means a pair without that parameter. Throws
/// std::invalid_argument on an unknown relation.
const Neighbours& neighbours_of_pair(const std::string& relation);
/// Returns the name of the relation for a direction of a pair whose parameter relation= is `of_pair`. Example: "remove"
/// for forward if a record is added or removed; "replace_one" for every direction of a pair with relation=replace.
std::string relation_word(Direction direction, const std::string& of_pair = "");

/// Parses a direction, written as its own name (forward) or as the relation with the same meaning (remove). Throws
/// std::invalid_argument on other names, including the values of relation=.
Direction direction_of(const std::string& word);

/// Returns the table as Markdown, for documents.
std::string neighbours_markdown();

}  // namespace plumbline
