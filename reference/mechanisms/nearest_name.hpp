/// Finds the most likely intended name of a misspelt one.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// Returns the name with the fewest inserted, omitted, exchanged or swapped letters, or the name that begins with the
/// word; empty if none is near.
std::string nearest_name(const std::string& word, const std::vector<std::string>& names);

}  // namespace plumbline
