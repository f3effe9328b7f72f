#include "reference/mechanisms/registry.hpp"

#include <stdexcept>

#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/integer/discrete_gaussian.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"

namespace plumbline {
namespace {

/// One line each, in the order of `plumbline list mechanisms`.
std::vector<MechanismEntry> all_entries() {
  std::vector<MechanismEntry> out = {gaussian_entry(), laplace_entry(),
                                     subsampled_gaussian_entry()};
  for (MechanismEntry& entry : finite_mechanism_entries()) out.push_back(std::move(entry));
  out.push_back(discrete_gaussian_entry());
  out.push_back(subsampled_laplace_entry());
  return out;
}

}  // namespace

const std::vector<MechanismEntry>& mechanism_registry() {
  static const std::vector<MechanismEntry> entries = all_entries();
  return entries;
}

const MechanismEntry& find_mechanism(const std::string& name) {
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.name == name) return entry;
  }
  throw std::invalid_argument("there is no mechanism " + name);
}

}  // namespace plumbline
