/// Finds the name that a misspelt name most likely means.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// Returns the name with the fewest inserted, omitted, replaced or swapped letters, or the name that begins with the
/// word; empty if no name is close.
std::string nearest_name(const std::string& word, const std::vector<std::string>& names);

}  // namespace plumbline
