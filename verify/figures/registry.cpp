#include "verify/figures/registry.hpp"

#include <algorithm>
#include <stdexcept>

namespace plumbline {

const std::vector<FigureEntry>& figure_registry() {
  static const std::vector<FigureEntry> entries = [] {
    std::vector<FigureEntry> all;
    for (const auto family :
         {figures::bayes_errors, figures::definitions, figures::hyperpriors, figures::dp_sgd,
          figures::effect_sizes, figures::priors, figures::equal_guarantees, figures::regions,
          figures::noisy_sgd, figures::staircases}) {
      const std::vector<FigureEntry> some = family();
      all.insert(all.end(), some.begin(), some.end());
    }
    std::sort(all.begin(), all.end(),
              [](const FigureEntry& a, const FigureEntry& b) { return a.name < b.name; });
    return all;
  }();
  return entries;
}

const FigureEntry& find_figure(const std::string& name) {
  std::string known;
  for (const FigureEntry& entry : figure_registry()) {
    if (entry.name == name) return entry;
    known += ", " + entry.name;
  }
  throw std::invalid_argument("unknown figure '" + name + "'; known: all" + known);
}

}  // namespace plumbline
