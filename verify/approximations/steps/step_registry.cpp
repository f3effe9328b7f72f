#include "verify/approximations/steps/step_registry.hpp"

#include <stdexcept>

namespace plumbline::approximations {
namespace {

/// Returns the registered steps. They are in a deque, so that references to entries remain valid when entries are
/// added.
std::deque<StepEntry>& entries() {
  static std::deque<StepEntry> all = {
      gaussian_step(),
      laplace_step(),
      subsampled_gaussian_step(),
      subsampled_laplace_step(),
  };
  return all;
}

}  // namespace

const std::deque<StepEntry>& step_registry() { return entries(); }

void register_step(const StepEntry& entry) {
  for (const StepEntry& known : entries()) {
    if (known.mechanism == entry.mechanism) {
      throw std::invalid_argument("there is a step of " + entry.mechanism + " already");
    }
  }
  entries().push_back(entry);
}

}  // namespace plumbline::approximations
