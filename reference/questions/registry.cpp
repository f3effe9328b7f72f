#include "reference/questions/registry.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/quantities/quantities.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {
namespace {

std::deque<Quantity>& entries() {
  static std::deque<Quantity> all{
      delta_entry(),         epsilon_entry(),    tradeoff_entry(),         rero_entry(),
      bayes_entry(),         tv_entry(),         tradeoff_inverse_entry(), power_entry(),
      advantage_entry(),     posterior_entry(),  posterior_belief_entry(), minimax_entry(),
      minimax_prior_entry(), fixed_point_entry()};
  static const bool once = [] {
    for (const auto& family :
         {divergence_entries(), comparison_entries(), moment_entries(), berry_esseen_entries(),
          renyi_entries(), calibration_entries(), gaussian_entries(), selection_entries(),
          bounded_range_entries(), tv_step_entries(), tv_limit_entries(), channel_entries(),
          law_entries(), guarantee_entries(), audit_entries()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return true;
  }();
  (void)once;
  return all;
}

QuantityEntry profile_entry(const Quantity& from) {
  const bool any_real = !from.arguments.empty() && from.arguments.front().any_real;
  return {from.name, from.argument(), from.summary, from.forward_only(), from.compute, any_real};
}

std::string names_of(const std::vector<const Quantity*>& some) {
  std::string out;
  for (const Quantity* entry : some) out += (out.empty() ? "" : ", ") + entry->name;
  return out;
}

}  // namespace

const std::deque<Quantity>& all_quantities() { return entries(); }

std::vector<const Quantity*> profile_quantities() {
  std::vector<const Quantity*> out;
  for (const Quantity& entry : entries()) {
    if (entry.of_profile) out.push_back(&entry);
  }
  return out;
}

const Quantity* quantity_named(const std::string& name) {
  for (const Quantity& entry : entries()) {
    const bool also = std::find(entry.also.begin(), entry.also.end(), name) != entry.also.end();
    if (entry.name == name || also) return &entry;
  }
  return nullptr;
}

const Quantity& required_quantity(std::string_view name) {
  const std::string asked(name);
  if (const Quantity* entry = quantity_named(asked)) return *entry;
  std::vector<const Quantity*> known;
  for (const Quantity& entry : entries()) known.push_back(&entry);
  throw std::invalid_argument("unknown quantity '" + asked + "'; known: " + names_of(known));
}

const Quantity& required_profile_quantity(std::string_view name) {
  const std::string asked(name);
  const Quantity* entry = quantity_named(asked);
  if (entry != nullptr && entry->of_profile) return *entry;
  throw std::invalid_argument("unknown quantity '" + asked +
                              "'; known: " + names_of(profile_quantities()));
}

namespace {

/// Entries of profiles in the form of quantities.hpp; references to them stay good.
std::vector<QuantityEntry>& profile_entries() {
  constexpr size_t kMost = 1000;
  static std::vector<QuantityEntry> all = [] {
    std::vector<QuantityEntry> out;
    out.reserve(kMost);
    for (const Quantity* one : profile_quantities()) out.push_back(profile_entry(*one));
    return out;
  }();
  return all;
}

}  // namespace

const std::vector<QuantityEntry>& quantity_registry() { return profile_entries(); }

const QuantityEntry& find_quantity(const std::string& name) {
  required_profile_quantity(name);
  const auto& all = profile_entries();
  return *std::find_if(all.begin(), all.end(),
                       [&](const QuantityEntry& entry) { return entry.name == name; });
}

void register_quantity(Quantity entry) {
  if (quantity_named(entry.name) != nullptr) {
    throw std::invalid_argument("there is a quantity " + entry.name + " already");
  }
  profile_entries();
  entries().push_back(std::move(entry));
  if (entries().back().of_profile) profile_entries().push_back(profile_entry(entries().back()));
}

}  // namespace plumbline
