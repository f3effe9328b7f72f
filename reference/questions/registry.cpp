#include "reference/questions/registry.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/input_errors.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {
namespace {

std::deque<Quantity>& entries() {
  static std::deque<Quantity> all{delta_entry(),
                                  epsilon_entry(),
                                  tradeoff_entry(),
                                  rero_entry(),
                                  bayes_entry(),
                                  tv_entry(),
                                  tradeoff_inverse_entry(),
                                  power_entry(),
                                  advantage_entry(),
                                  posterior_entry(),
                                  posterior_belief_entry(),
                                  minimax_entry(),
                                  minimax_prior_entry(),
                                  fixed_point_entry(),
                                  rho_entry()};
  static const bool once = [] {
    for (const auto& family :
         {whole_entries(), divergence_entries(), comparison_entries(), moment_entries(),
          berry_esseen_entries(), renyi_entries(), calibration_entries(), gaussian_entries(),
          selection_entries(), bounded_range_entries(), tv_step_entries(), tv_limit_entries(),
          channel_entries(), law_entries(), guarantee_entries(), audit_entries()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return true;
  }();
  (void)once;
  return all;
}

std::string names_of(const std::vector<const Quantity*>& some) {
  std::string out;
  for (const Quantity* entry : some) out += (out.empty() ? "" : ", ") + entry->name;
  return out;
}

UnknownName unknown_quantity(const std::string& asked, const std::vector<const Quantity*>& known) {
  std::vector<std::string> names;
  for (const Quantity* one : known) names.push_back(one->name);
  return {"unknown quantity '" + asked + "'; known: " + names_of(known), "quantity", names};
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
  throw unknown_quantity(asked, known);
}

const Quantity& required_profile_quantity(std::string_view name) {
  const std::string asked(name);
  const Quantity* entry = quantity_named(asked);
  if (entry != nullptr && entry->of_profile) return *entry;
  throw unknown_quantity(asked, profile_quantities());
}

void register_quantity(Quantity entry) {
  if (quantity_named(entry.name) != nullptr) {
    throw std::invalid_argument("there is a quantity " + entry.name + " already");
  }
  entries().push_back(std::move(entry));
}

}  // namespace plumbline
