#include "reference/engines/within.hpp"

#include <algorithm>

#include "reference/engines/engine.hpp"

namespace plumbline {

NamedTexts parameters_within(const Engine& inner, NamedTexts own) {
  std::string within = inner.name();
  for (const auto& [name, text] : inner.parameters()) {
    const auto same = [&name = name](const auto& known) { return known.first == name; };
    if (name == "within") {
      within += ", " + text;
    } else if (std::none_of(own.begin(), own.end(), same)) {
      own.emplace_back(name, text);
    }
  }
  own.emplace_back("within", within);
  return own;
}

}  // namespace plumbline
