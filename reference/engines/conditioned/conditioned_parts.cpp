#include "reference/engines/conditioned/conditioned_parts.hpp"

#include <algorithm>

#include "reference/engines/conditioned/discrete_law.hpp"
#include "reference/engines/conditioned/halves.hpp"

namespace plumbline::conditioned {

Parted parted(const Composition& composition) {
  Parted out;
  for (const Factor& f : composition.factors()) {
    (is_discrete(*f.mechanism) ? out.discrete : out.others).push_back(f);
  }
  return out;
}

double size_of_law(const std::vector<Factor>& steps, size_t most) {
  constexpr double kDigitsUsual = 20;
  return rough_size(steps, depth_of(kDigitsUsual), most);
}

bool too_many(const Parted& parts) {
  return parts.others.empty() &&
         size_of_law(parts.discrete, parts.most()) > kSlack * static_cast<double>(parts.most());
}

bool halves_will_do(const Parted& parts) {
  constexpr double kRare = 30;
  const auto steps = split_steps(parts.discrete);
  if (!parts.others.empty() || steps.second.empty()) return false;
  return std::max(size_of_law(steps.first, kMostOfHalf), size_of_law(steps.second, kMostOfHalf)) <=
         kRare * static_cast<double>(kMostOfHalf);
}

}  // namespace plumbline::conditioned
