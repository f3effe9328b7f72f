/// The mechanisms there are. Adding one: its own file, and one entry in registry.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Parameters by name, as read from an expression; those that are lists apart.
struct Parameters : std::map<std::string, Rational> {
  using map::map;
  std::map<std::string, std::vector<Rational>> lists;
};

struct MechanismEntry {
  std::string name;
  std::vector<std::string> required;  ///< parameter names, in canonical order
  std::vector<std::string> optional;
  std::string summary;  ///< one line for `plumbline list mechanisms`
  /// Throws std::invalid_argument (parameter, value, remedy) on values out of range.
  Mechanism (*make)(const Parameters&);
  std::vector<std::string> lists{};  ///< which of the parameters are lists, [1/4,3/4]
};

const std::vector<MechanismEntry>& mechanism_registry();

}  // namespace plumbline
