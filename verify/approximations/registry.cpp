#include <stdexcept>

#include "verify/approximations/methods/methods.hpp"

namespace plumbline {

const std::vector<ApproximationEntry>& approximation_registry() {
  using namespace approximations;
  static const std::vector<ApproximationEntry> entries = {
      clt(),
      clt_v(),
      edgeworth(0),
      edgeworth(1),
      edgeworth(2),
      edgeworth(3),
      edgeworth(4),
      monte_carlo(),
      importance_sampling(),
      grid_delta(),
      pld_round_up(),
      pld_connect_dots(),
      pld_mean_matched(),
      renyi_classic(),
      renyi(),
      saddle_point(1),
      saddle_point(2),
      recursive_convolution(),
      type_method(),
  };
  return entries;
}

const ApproximationEntry& find_approximation(const std::string& name) {
  std::string known;
  for (const ApproximationEntry& entry : approximation_registry()) {
    if (entry.name == name) return entry;
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  throw std::invalid_argument("unknown approximation '" + name + "'; known: " + known);
}

}  // namespace plumbline
