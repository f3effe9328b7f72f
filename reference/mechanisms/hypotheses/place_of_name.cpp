#include "reference/mechanisms/hypotheses/place_of_name.hpp"

#include <algorithm>
#include <stdexcept>

namespace plumbline {

size_t place_of_name(std::span<const std::string> names, const std::string& name,
                     const std::string& kind) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<size_t>(at - names.begin());
  std::string known;
  for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
  throw std::invalid_argument("unknown " + kind + " '" + name + "'; use " + known);
}

}  // namespace plumbline
