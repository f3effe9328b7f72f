#include "reference/mechanisms/written_relation.hpp"

#include <algorithm>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

std::optional<Relation> written_relation(const WrittenFactor& factor) {
  const auto written = factor.parameters.words.find("relation");
  if (written != factor.parameters.words.end()) return relation_of_pair(written->second);
  const MechanismEntry& entry = *factor.entry;
  if (entry.replaces_record) return Relation::replace_one;
  const bool has_word = std::count(entry.words.begin(), entry.words.end(), "relation") > 0;
  return has_word || entry.subsampled ? std::optional(Relation::add_remove) : std::nullopt;
}

}  // namespace plumbline
