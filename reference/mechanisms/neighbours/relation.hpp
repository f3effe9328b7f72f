/// The relation of neighbouring data sets as a type: each is a row of the table in neighbours.hpp.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {

/// The change that turns a data set into its neighbour, in the order of the table. The relation of a pair, its
/// relation=, is one of the last three, or add_remove: of which of remove and add the pair is then looked at,
/// the direction says.
enum class Relation { remove, add, add_remove, replace_one, replace_special, zero_out };

const Neighbours& neighbours_of(Relation relation);
Relation relation_in(const Neighbours& row);
/// Returns true if both data sets have equally many records.
bool exchanges(Relation relation);

/// The relation of the pair: add_remove for the first three.
Relation pair_relation(Relation relation);
/// The relation= of a pair, "" for that of pairs that have none; and how it is written, add_or_remove
/// where a record is added or removed. Throws std::invalid_argument.
Relation relation_of_pair(const std::string& word);
const std::string& pair_word(Relation relation);

/// As accountants' records have it, and as events of dp-accounting do.
const std::string& recorded_word(Relation relation);
const std::string& event_word(Relation relation);

}  // namespace plumbline
