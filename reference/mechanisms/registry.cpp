#include "reference/mechanisms/registry.hpp"

#include <stdexcept>

#include "reference/mechanisms/allocation/random_allocation.hpp"
#include "reference/mechanisms/combined/choice.hpp"
#include "reference/mechanisms/combined/cut_laplace.hpp"
#include "reference/mechanisms/combined/subsampled.hpp"
#include "reference/mechanisms/combined/thresholded.hpp"
#include "reference/mechanisms/combined/truncated_subsampled_gaussian.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/gaussian_mixture.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/gaussian/two_gaussians.hpp"
#include "reference/mechanisms/gaussian/without_replacement.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/integer/binomial_noise.hpp"
#include "reference/mechanisms/integer/cut_noise.hpp"
#include "reference/mechanisms/integer/discrete_gaussian.hpp"
#include "reference/mechanisms/integer/poisson_noise.hpp"
#include "reference/mechanisms/integer/skellam.hpp"
#include "reference/mechanisms/laplace/above_threshold.hpp"
#include "reference/mechanisms/laplace/exponential_mechanism.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/laplace/permute_and_flip.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"
#include "reference/mechanisms/matrix/amplified.hpp"
#include "reference/mechanisms/matrix/correlated_gaussian.hpp"
#include "reference/mechanisms/shuffled/shuffled_clones.hpp"
#include "reference/mechanisms/shuffled/shuffled_gaussian.hpp"
#include "reference/mechanisms/shuffled/shuffled_krr.hpp"
#include "reference/mechanisms/shuffled/shuffled_laplace.hpp"
#include "reference/mechanisms/shuffled/shuffled_rr.hpp"

namespace plumbline {
namespace {

/// Returns the built-in entries, one line each, in the order of `plumbline list mechanisms`.
std::deque<MechanismEntry> built_in() {
  std::deque<MechanismEntry> out = {gaussian_entry(), laplace_entry(), subsampled_gaussian_entry()};
  for (MechanismEntry& entry : finite_mechanism_entries()) out.push_back(std::move(entry));
  out.push_back(discrete_gaussian_entry());
  out.push_back(subsampled_laplace_entry());
  out.push_back(random_allocation_entry());
  out.push_back(gaussian_mixture_entry());
  out.push_back(truncated_subsampled_gaussian_entry());
  out.push_back(without_replacement_entry());
  out.push_back(two_gaussians_entry());
  out.push_back(exponential_mechanism_entry());
  out.push_back(permute_and_flip_entry());
  out.push_back(skellam_entry());
  out.push_back(binomial_noise_entry());
  out.push_back(poisson_noise_entry());
  for (MechanismEntry& entry : cut_laplace_entries()) out.push_back(std::move(entry));
  for (MechanismEntry& entry : cut_noise_entries()) out.push_back(std::move(entry));
  out.push_back(thresholded_entry());
  out.push_back(above_threshold_entry());
  out.push_back(correlated_gaussian_entry());
  out.push_back(cyclic_poisson_entry());
  out.push_back(balls_in_bins_entry());
  out.push_back(b_min_sep_entry());
  out.push_back(shuffled_rr_entry());
  out.push_back(shuffled_krr_entry());
  out.push_back(shuffled_laplace_entry());
  out.push_back(shuffled_gaussian_entry());
  out.push_back(shuffled_clones_entry());
  out.push_back(subsampled_entry());
  out.push_back(choice_entry());
  for (MechanismEntry& entry : guarantee_mechanism_entries()) out.push_back(std::move(entry));
  return out;
}

/// Returns the entries. References to entries of a deque remain valid when entries are added.
std::deque<MechanismEntry>& entries() {
  static std::deque<MechanismEntry> all = built_in();
  return all;
}

const MechanismEntry* find(const std::string& name) {
  for (const MechanismEntry& entry : entries()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace

const std::deque<MechanismEntry>& mechanism_registry() { return entries(); }

const MechanismEntry* mechanism_named(const std::string& name) { return find(name); }

const MechanismEntry& find_mechanism(const std::string& name) {
  if (const MechanismEntry* entry = find(name)) return *entry;
  throw std::invalid_argument("there is no mechanism " + name);
}

void register_mechanism(const MechanismEntry& entry) {
  if (find(entry.name) != nullptr) {
    throw std::invalid_argument("there is a mechanism " + entry.name + " already");
  }
  entries().push_back(entry);
}

}  // namespace plumbline
