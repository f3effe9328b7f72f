#include "verify/suite/run/longest_first.hpp"

#include <algorithm>
#include <numeric>

#include "verify/approximations/approximation.hpp"

namespace plumbline {
namespace {

const std::string kSamples = "samples", kRepeats = "repeats";

/// Returns the number of sampling methods of a case.
long sampling_methods(const Case& c) {
  return std::count_if(c.judge.begin(), c.judge.end(), [](const std::string& name) {
    const auto& options = find_approximation(name).options;
    return std::find(options.begin(), options.end(), kSamples) != options.end();
  });
}

/// Estimates the number of losses that the case's methods sample, because sampling takes longer than all other work
/// of a case.
double draws(const Case& c) {
  const auto samples = c.options.find(kSamples), repeats = c.options.find(kRepeats);
  if (samples == c.options.end()) return 0;
  const double each = samples->second.approximate() *
                      (repeats == c.options.end() ? 1 : repeats->second.approximate());
  double steps = c.sequence.empty() ? c.mechanism.steps().approximate() : 0;
  for (const Composition& member : c.sequence) steps += member.steps().approximate();
  return each * steps * static_cast<double>(sampling_methods(c));
}

}  // namespace

std::vector<size_t> longest_first(const std::vector<PlannedCase>& cases) {
  std::vector<double> work;
  for (const PlannedCase& planned : cases) work.push_back(draws(planned.content));
  std::vector<size_t> order(cases.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return work[a] > work[b]; });
  return order;
}

}  // namespace plumbline
