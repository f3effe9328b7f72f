#include "reference/mechanisms/neighbours/relation.hpp"

#include <algorithm>
#include <stdexcept>

namespace plumbline {

const Neighbours& neighbours_of(Relation relation) {
  return neighbours_table().at(static_cast<size_t>(relation));
}

Relation relation_in(const Neighbours& row) {
  return static_cast<Relation>(&row - neighbours_table().data());
}

bool exchanges(Relation relation) { return !neighbours_of(relation).of_pair.empty(); }

Relation pair_relation(Relation relation) {
  return exchanges(relation) ? relation : Relation::add_remove;
}

const std::string& pair_word(Relation relation) {
  return exchanges(relation) ? neighbours_of(relation).of_pair
                             : neighbours_of(Relation::add_remove).also.front();
}

Relation relation_of_pair(const std::string& word) {
  if (word.empty() || word == pair_word(Relation::add_remove)) return Relation::add_remove;
  return relation_in(neighbours_of_pair(word));
}

const std::string& recorded_word(Relation relation) {
  const Neighbours& row = neighbours_of(relation);
  return exchanges(relation) ? row.of_pair : row.relation;
}

const std::string& event_word(Relation relation) {
  const Neighbours& row = neighbours_of(relation);
  return relation == Relation::add_remove ? row.also.back() : row.relation;
}

}  // namespace plumbline
