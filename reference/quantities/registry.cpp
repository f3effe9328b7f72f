#include <stdexcept>

#include "reference/quantities/quantities.hpp"

namespace plumbline {

const std::vector<QuantityEntry>& quantity_registry() {
  static const std::vector<QuantityEntry> entries = {
      {"delta", "epsilon", "privacy profile: smallest delta at epsilon", false, delta},
      {"epsilon", "delta", "smallest epsilon with delta(epsilon) <= delta", false, epsilon},
      {"tradeoff", "alpha", "trade-off function f(alpha)", false, tradeoff},
      {"rero", "kappa", "reconstruction robustness bound gamma(kappa), forward pair", true,
       reconstruction},
      {"bayes", "prior", "minimum Bayes error R(prior)", false, bayes_error},
      {"tv", "", "total variation delta(0)", false,
       [](PrivacyProfile& profile, const Rational&, const Effort& effort) {
         return total_variation(profile, effort);
       }},
  };
  return entries;
}

const QuantityEntry& find_quantity(const std::string& name) {
  std::string known;
  for (const QuantityEntry& entry : quantity_registry()) {
    if (entry.name == name) return entry;
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  throw std::invalid_argument("unknown quantity '" + name + "'; known: " + known + ", divergence");
}

}  // namespace plumbline
