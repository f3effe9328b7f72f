/// Finds the name that a misspelt one most likely means.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// The nearest name by letters inserted, left out, exchanged or swapped, or the one that the word
/// begins; empty where none is near.
std::string nearest_name(const std::string& word, const std::vector<std::string>& names);

}  // namespace plumbline
