#include "verify/claims/reading/mechanisms/adjacency.hpp"

#include <stdexcept>

namespace plumbline {
namespace {

/// A word that is not in the table of neighbours: it states that both directions are equal.
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

bool is_of_pair(const std::string& adjacency) {
  const Neighbours* row = find_neighbours(adjacency);
  return row == nullptr || row->direction == adjacency;
}

Relation relation_of(const std::string& adjacency) {
  const Neighbours* row = find_neighbours(adjacency);
  return row == nullptr ? Relation::add_remove : pair_relation(relation_in(*row));
}

NamedDirection name_direction(const std::string& adjacency, const NamedMechanism& mechanism) {
  const Hypotheses& pair = *mechanism.pair.hypotheses;
  if (adjacency == kSymmetric) {
    if (!mechanism.is_sampled) return {Direction::worst, mixed_refusal(pair)};
    return {Direction::worst, "adjacency symmetric: a subsampled pair is not"};
  }
  const Neighbours* row = find_neighbours(adjacency);
  if (row == nullptr) {
    throw std::invalid_argument("adjacency: unknown '" + adjacency + "'; use " + known_words());
  }
  if (is_of_pair(adjacency)) return {row->taken, mixed_refusal(pair)};
  return {row->taken, relation_refusal(pair, relation_named(row->relation), mechanism.expression)};
}

}  // namespace plumbline
