/// Locations in records of results.
#pragma once

#include <string>

#include "reference/questions/registry.hpp"

namespace plumbline {

/// Returns true if a result states where the quantity is attained, instead of where it is queried.
inline bool finds_place(const std::string& quantity) {
  const Quantity* entry = quantity_named(quantity);
  return entry != nullptr && entry->certificate && !entry->certificate->found_at.empty();
}

}  // namespace plumbline
