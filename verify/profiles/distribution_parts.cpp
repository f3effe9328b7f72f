#include "verify/profiles/distribution_parts.hpp"

#include <algorithm>

namespace plumbline {

std::vector<StoredDistribution> parts_for(std::vector<StoredDistribution> all, Direction asked) {
  const auto other = [asked](const StoredDistribution& one) {
    return one.direction && *one.direction != asked;
  };
  if (all.size() == 2 && asked != Direction::worst) std::erase_if(all, other);
  return all;
}

Direction part_direction(const std::vector<StoredDistribution>& all, const StoredDistribution& one,
                         Direction asked) {
  if (!one.direction || all.size() == 1 || asked != Direction::worst) return asked;
  return *one.direction;
}

}  // namespace plumbline
