#include "verify/claims/adjacency.hpp"

#include <stdexcept>

namespace plumbline {

NamedDirection name_direction(const std::string& adjacency, const NamedMechanism& mechanism) {
  if (adjacency == "add_remove" || adjacency == "worst") return {Direction::worst, ""};
  if (adjacency == "remove" || adjacency == "forward") return {Direction::forward, ""};
  if (adjacency == "add" || adjacency == "reverse") return {Direction::reverse, ""};
  if (adjacency == "T(N(0,s^2),mixture)") return {Direction::forward, ""};
  if (adjacency == "symmetric") {
    if (!mechanism.is_sampled) return {Direction::worst, ""};
    return {Direction::worst, "adjacency symmetric: a subsampled pair is not"};
  }
  if (adjacency == "replace") {
    if (mechanism.is_choice) return {Direction::worst, ""};
    return {Direction::worst, "adjacency replace is another pair, not certified here"};
  }
  for (const char* word : {"replace_special", "replace_one", "zero_out"}) {
    if (adjacency == word) {
      return {Direction::worst, "adjacency " + adjacency + " is another pair, not certified here"};
    }
  }
  throw std::invalid_argument("adjacency: unknown '" + adjacency +
                              "'; use add_remove, add, remove, symmetric, replace, or a direction: "
                              "forward, reverse, worst");
}

}  // namespace plumbline
