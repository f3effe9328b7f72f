#include "verify/claims/adjacency.hpp"

#include <stdexcept>

namespace plumbline {

std::string relation_of(const std::string& adjacency) {
  for (const char* word : {"replace", "replace_special", "zero_out"}) {
    if (adjacency == word) return word;
  }
  return "";
}

NamedDirection name_direction(const std::string& adjacency, const NamedMechanism& mechanism) {
  if (adjacency == "add_remove" || adjacency == "worst") return {Direction::worst, ""};
  if (adjacency == "remove" || adjacency == "forward") return {Direction::forward, ""};
  if (adjacency == "add" || adjacency == "reverse") return {Direction::reverse, ""};
  if (adjacency == "T(N(0,s^2),mixture)") return {Direction::forward, ""};
  if (adjacency == "symmetric") {
    if (!mechanism.is_sampled) return {Direction::worst, ""};
    return {Direction::worst, "adjacency symmetric: a subsampled pair is not"};
  }
  if (adjacency == "replace" && mechanism.is_choice) return {Direction::worst, ""};
  if (adjacency == "replace_one" || !relation_of(adjacency).empty()) {
    if (mechanism.is_related && adjacency != "replace_one") return {Direction::worst, ""};
    return {Direction::worst, "adjacency " + adjacency + " is another pair, not certified here"};
  }
  throw std::invalid_argument("adjacency: unknown '" + adjacency +
                              "'; use add_remove, add, remove, symmetric, replace, or a direction: "
                              "forward, reverse, worst");
}

}  // namespace plumbline
