#include <stdexcept>

#include "reference/quantities/membership.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {
namespace {

using OneNumber = Certified (*)(PrivacyProfile&, const Rational& at, const Effort&);

/// A quantity that is never infinite.
template <OneNumber compute>
Extended finite(PrivacyProfile& profile, const Rational& at, const Effort& effort) {
  return compute(profile, at, effort);
}

}  // namespace

const std::vector<QuantityEntry>& quantity_registry() {
  static const std::vector<QuantityEntry> entries = {
      {"delta", "epsilon", "privacy profile: smallest delta at epsilon", false, finite<delta>},
      {"epsilon", "delta", "smallest epsilon with delta(epsilon) <= delta", false, epsilon},
      {"tradeoff", "alpha", "trade-off function f(alpha)", false, finite<tradeoff>},
      {"rero", "kappa", "reconstruction robustness bound gamma(kappa), forward pair", true,
       finite<reconstruction>},
      {"bayes", "prior", "minimum Bayes error R(prior)", false, finite<bayes_error>},
      {"tv", "", "total variation delta(0)", false,
       [](PrivacyProfile& profile, const Rational&, const Effort& effort) -> Extended {
         return total_variation(profile, effort);
       }},
      {"tradeoff_inverse", "beta",
       "inverse f^-1(beta): smallest type I error at type II error beta", false, finite<tradeoff_inverse>},
      {"power", "alpha", "largest power 1 - f(alpha) of a test at level alpha", false, finite<power>},
      {"advantage", "", "membership advantage max 1 - a - f(a); the total variation", false,
       [](PrivacyProfile& profile, const Rational&, const Effort& effort) -> Extended {
         return advantage(profile, effort);
       }},
      {"posterior", "prior", "success 1 - R(prior) of the Bayes-optimal membership decision", false,
       finite<posterior>},
      {"posterior_belief", "prior", "largest posterior probability of membership over all outputs",
       false, finite<posterior_belief>},
      {"minimax", "", "minimax Bayes error R*: the largest R over priors", false,
       [](PrivacyProfile& profile, const Rational&, const Effort& effort) -> Extended {
         return minimax(profile, effort).value;
       }},
      {"minimax_prior", "", "a prior (of H0) at which R is largest", false,
       [](PrivacyProfile& profile, const Rational&, const Effort& effort) -> Extended {
         return minimax(profile, effort).prior;
       }},
      {"fixed_point", "", "fixed point a* = f(a*) of the trade-off function; equals R*", false,
       [](PrivacyProfile& profile, const Rational&, const Effort& effort) -> Extended {
         return fixed_point(profile, effort);
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
