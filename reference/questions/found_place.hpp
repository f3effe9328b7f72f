/// Tells which quantities state in their results where they are attained.
#pragma once

#include <string>

#include "reference/questions/registry.hpp"

namespace plumbline {

/// Returns true if results of the quantity state the place at which it is attained (for example a prior) instead of an
/// argument.
inline bool finds_place(const std::string& quantity) {
  const Quantity* entry = quantity_named(quantity);
  return entry != nullptr && entry->certificate && !entry->certificate->found_at.empty();
}

}  // namespace plumbline
