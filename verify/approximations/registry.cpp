#include <stdexcept>

#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/register.hpp"

namespace plumbline {

namespace {

std::vector<ApproximationEntry>& entries() {
  using namespace approximations;
  constexpr size_t kMost = 1000;  // reserved, so that references to entries stay valid
  static std::vector<ApproximationEntry> all = [] {
    std::vector<ApproximationEntry> out{
        clt(),
        clt_v(),
        edgeworth(0),
        edgeworth(1),
        edgeworth(2),
        edgeworth(3),
        edgeworth(4),
        monte_carlo(),
        importance_sampling(),
        sampled_limits(),
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
        kl_tv(),
        chernoff_tv(),
    };
    out.reserve(kMost);
    return out;
  }();
  return all;
}

}  // namespace

const std::vector<ApproximationEntry>& approximation_registry() { return entries(); }

void register_approximation(ApproximationEntry entry) {
  for (const ApproximationEntry& one : entries()) {
    if (one.name != entry.name) continue;
    throw std::invalid_argument("there is an approximation " + entry.name + " already");
  }
  entries().push_back(std::move(entry));
}

}  // namespace plumbline
