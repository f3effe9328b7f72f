#include <map>

#include "capi/handles.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/questions/engine_names.hpp"

using namespace plumbline;

namespace {

/// Returns a text of the i-th entry; NULL after the last one.
template <class Registry, class Text>
const char* text_at(const Registry& registry, size_t i, Text text) {
  return i < registry.size() ? (registry[i].*text).c_str() : nullptr;
}

/// Returns the i-th quantity of a mechanism; null after the last one.
const Quantity* quantity_at(size_t i) {
  const std::vector<const Quantity*> all = profile_quantities();
  return i < all.size() ? all[i] : nullptr;
}

}  // namespace

const char* plumbline_quantity(size_t i) {
  const Quantity* entry = quantity_at(i);
  return entry == nullptr ? nullptr : entry->name.c_str();
}
const char* plumbline_quantity_argument(size_t i) {
  const Quantity* entry = quantity_at(i);
  if (entry == nullptr) return nullptr;
  return entry->arguments.empty() ? "" : entry->arguments.front().name.c_str();
}
const char* plumbline_quantity_summary(size_t i) {
  const Quantity* entry = quantity_at(i);
  return entry == nullptr ? nullptr : entry->summary.c_str();
}
const char* plumbline_engine(size_t i) {
  if (i == 0) return "auto";
  const std::vector<NamedEngine> engines = named_engines();
  return i <= engines.size() ? engines[i - 1].name.c_str() : nullptr;
}
const char* plumbline_mechanism_name(size_t i) {
  return text_at(mechanism_registry(), i, &MechanismEntry::name);
}
const char* plumbline_mechanism_summary(size_t i) {
  return text_at(mechanism_registry(), i, &MechanismEntry::summary);
}

const char* plumbline_relation(size_t i) {
  return text_at(neighbours_table(), i, &Neighbours::relation);
}
const char* plumbline_relation_direction(size_t i) {
  if (i >= neighbours_table().size()) return nullptr;
  static const std::map<Direction, std::string> names = [] {
    std::map<Direction, std::string> out;
    for (const Neighbours& row : neighbours_table()) {
      out.emplace(row.taken, direction_name(row.taken));
    }
    return out;
  }();
  return names.at(neighbours_table()[i].taken).c_str();
}
