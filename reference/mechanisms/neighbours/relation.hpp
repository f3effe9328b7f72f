/// The relation of neighbouring data sets as a type: each value is a row of the table in neighbours.hpp.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {

/// The change that turns a data set into its neighbour, in the order of the table. The relation of a pair (its
/// parameter relation=) is one of the last three, or add_remove; for add_remove the direction distinguishes remove and
/// add.
enum class Relation { remove, add, add_remove, replace_one, replace_special, zero_out };

const Neighbours& neighbours_of(Relation relation);
Relation relation_in(const Neighbours& row);
/// Returns true if both data sets have equal numbers of records.
bool exchanges(Relation relation);

/// Returns the relation of the pair: add_remove for remove, add and add_remove; `relation` itself for the three others.
Relation pair_relation(Relation relation);
/// Converts between the relation of a pair and the text of its parameter relation=. The text of add_remove is
/// "add_or_remove"; an empty text is parsed as add_remove, too. Throws std::invalid_argument on an unknown relation.
Relation relation_of_pair(const std::string& word);
const std::string& pair_word(Relation relation);

/// Names of the relation in accountants' records, and in events of dp-accounting.
const std::string& recorded_word(Relation relation);
const std::string& event_word(Relation relation);

}  // namespace plumbline
