#include <stdexcept>

#include "reference/quantities/membership.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {
namespace {

using OfRational = Certified (*)(PrivacyProfile&, const Rational&, const Effort&);
using OfNothing = Certified (*)(PrivacyProfile&, const Effort&);

template <OfRational f>
Extended at_rational(PrivacyProfile& profile, const Real& at, const Effort& effort) {
  return f(profile, at.as_rational(), effort);
}

template <OfNothing f>
Extended alone(PrivacyProfile& profile, const Real&, const Effort& effort) {
  return f(profile, effort);
}

Extended delta_anywhere(PrivacyProfile& profile, const Real& at, const Effort& effort) {
  return delta(profile, at, effort);
}

Extended smallest_epsilon(PrivacyProfile& profile, const Real& at, const Effort& effort) {
  return epsilon(profile, at.as_rational(), effort);
}

Certified minimax_value(PrivacyProfile& profile, const Effort& effort) {
  return minimax(profile, effort).value;
}

Certified minimax_prior(PrivacyProfile& profile, const Effort& effort) {
  return minimax(profile, effort).prior;
}

}  // namespace

const std::vector<QuantityEntry>& quantity_registry() {
  static const std::vector<QuantityEntry> entries = {
      {"delta", "epsilon", "privacy profile: smallest delta at epsilon", false, delta_anywhere,
       true},
      {"epsilon", "delta", "smallest epsilon with delta(epsilon) <= delta", false,
       smallest_epsilon},
      {"tradeoff", "alpha", "trade-off function f(alpha)", false, at_rational<tradeoff>},
      {"rero", "kappa", "reconstruction robustness bound gamma(kappa), forward pair", true,
       at_rational<reconstruction>},
      {"bayes", "prior", "minimum Bayes error R(prior)", false, at_rational<bayes_error>},
      {"tv", "", "total variation delta(0)", false, alone<total_variation>},
      {"tradeoff_inverse", "beta",
       "inverse f^-1(beta): smallest type I error at type II error beta", false,
       at_rational<tradeoff_inverse>},
      {"power", "alpha", "largest power 1 - f(alpha) of a test at level alpha", false,
       at_rational<power>},
      {"advantage", "", "membership advantage max 1 - a - f(a); the total variation", false,
       alone<advantage>},
      {"posterior", "prior", "success 1 - R(prior) of the Bayes-optimal membership decision", false,
       at_rational<posterior>},
      {"posterior_belief", "prior", "largest posterior probability of membership over all outputs",
       false, at_rational<posterior_belief>},
      {"minimax", "", "minimax Bayes error R*: the largest R over priors", false,
       alone<minimax_value>},
      {"minimax_prior", "", "a prior (of H0) at which R is largest", false, alone<minimax_prior>},
      {"fixed_point", "", "fixed point a* = f(a*) of the trade-off function; equals R*", false,
       alone<fixed_point>},
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
