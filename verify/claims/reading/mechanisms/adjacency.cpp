#include "verify/claims/reading/mechanisms/adjacency.hpp"

#include <stdexcept>

#include "reference/mechanisms/neighbours/relation.hpp"

namespace plumbline {
namespace {

/// No row of the table: both directions are the same.
const char* const kSymmetric = "symmetric";

std::string known_words() {
  std::string relations, directions;
  for (const Neighbours& row : neighbours_table()) {
    relations += row.relation + ", ";
    if (!row.direction.empty()) directions += (directions.empty() ? "" : ", ") + row.direction;
  }
  return relations + kSymmetric + ", or a direction: " + directions;
}

}  // namespace

Relation relation_of(const std::string& adjacency) {
  const Neighbours* row = find_neighbours(adjacency);
  return row == nullptr ? Relation::add_remove : pair_relation(relation_in(*row));
}

NamedDirection name_direction(const std::string& adjacency, const NamedMechanism& mechanism) {
  if (adjacency == kSymmetric) {
    if (!mechanism.is_sampled) return {Direction::worst, ""};
    return {Direction::worst, "adjacency symmetric: a subsampled pair is not"};
  }
  const Neighbours* row = find_neighbours(adjacency);
  if (row == nullptr) {
    throw std::invalid_argument("adjacency: unknown '" + adjacency + "'; use " + known_words());
  }
  if (row->of_pair.empty()) {
    const bool of_records = row->direction != adjacency;
    if (!of_records || !mechanism.keeps_number) return {row->taken, ""};
    return {row->taken,
            "adjacency " + adjacency +
                ": the mechanism keeps the number of records, none is added or removed"};
  }
  const bool exchanges = relation_in(*row) == Relation::replace_one && mechanism.is_choice;
  if (exchanges || mechanism.is_related) return {row->taken, ""};
  return {row->taken, "adjacency " + adjacency + " is another pair, not certified here"};
}

}  // namespace plumbline
