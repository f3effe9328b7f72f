#include "reference/questions/entry.hpp"

#include <algorithm>

namespace plumbline {

std::string Quantity::argument() const {
  const bool one = choices.empty() && arguments.size() == 1 && !arguments.front().optional;
  return one ? arguments.front().name : "";
}

bool Quantity::takes_option(const std::string& option_name) const {
  return std::any_of(options.begin(), options.end(),
                     [&](const OptionEntry& one) { return one.name == option_name; });
}

const ArgumentEntry* Quantity::find_argument(const std::string& argument_name) const {
  for (const ArgumentEntry& one : arguments) {
    if (one.name == argument_name) return &one;
  }
  return nullptr;
}

}  // namespace plumbline
