/// States which quantities are attained at a point (for example a prior) that is part of their result.
#pragma once

#include <string>

#include "reference/questions/registry.hpp"

namespace plumbline {

/// Returns true if the results of the quantity state the point at which it is attained (for example a prior). Such a
/// quantity has no argument for this point.
inline bool finds_place(const std::string& quantity) {
  const Quantity* entry = quantity_named(quantity);
  return entry != nullptr && entry->certificate && !entry->certificate->found_at.empty();
}

}  // namespace plumbline
