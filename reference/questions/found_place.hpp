/// The value of some quantities is attained at a point (a divergence, for example, at a prior). States for which
/// quantities this point is part of the result.
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
