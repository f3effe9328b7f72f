/// Which data sets are neighbours, and which direction of a pair that is: the one table. Code, documents,
/// pages and vectors take their words from here.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// A pair is (P, Q): P the output without the record, Q the output with it; of a subsampled pair P is
/// the base and Q the mixture. H(A || B) at epsilon is sup over events E of A(E) - e^epsilon B(E).
/// Forward is H(Q || P), reverse H(P || Q).
struct Neighbours {
  std::string relation;   ///< the word of records, events, vectors and Python
  std::string direction;  ///< the word of directions that says the same; empty where none does
  std::vector<std::string> also;  ///< what other tools call it
  Direction taken;                ///< the direction of the pair
  std::string of_pair;   ///< the pair's own relation=; empty where a record is added or removed
  std::string change;    ///< what changes from one data set to the other
  std::string sentence;  ///< the same of one mechanism, for people
};
const std::vector<Neighbours>& neighbours_table();

/// The row that has the word, in whatever column; null where none has.
const Neighbours* find_neighbours(const std::string& word);
/// The row of a relation= of pairs, "" for that of pairs that have none. Throws std::invalid_argument.
const Neighbours& neighbours_of_pair(const std::string& relation);
/// The word for a direction of a pair of that relation: remove for forward where a record is added or
/// removed; replace_one for every direction of a pair with relation=replace.
std::string relation_word(Direction direction, const std::string& of_pair = "");

/// A direction by its own name or by the relation that means it: forward or remove. Throws
/// std::invalid_argument on other words, those that are a relation of the pair among them.
Direction direction_of(const std::string& word);

/// The table as documents have it, in Markdown.
std::string neighbours_markdown();

}  // namespace plumbline
