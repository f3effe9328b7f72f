#include "reference/mechanisms/registry.hpp"

#include <stdexcept>

#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/integer/discrete_gaussian.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"
#include "reference/mechanisms/parameters_text.hpp"

namespace plumbline {
namespace {

Rational positive(const Parameters& parameters, const std::string& name) {
  const Rational& value = parameters.at(name);
  if (value.sign() <= 0) {
    throw std::invalid_argument(name + " must be greater than 0, got " + value.text());
  }
  return value;
}

Rational sensitivity(const Parameters& parameters) {
  return parameters.count("sensitivity") > 0 ? positive(parameters, "sensitivity") : Rational(1);
}

Rational rate(const Parameters& parameters) {
  const Rational& p = parameters.at("p");
  if (p.sign() <= 0 || p > Rational(1)) {
    throw std::invalid_argument("p must be in (0, 1], got " + p.text());
  }
  static const Rational least = Rational::parse("1e-100");  // searches in doubles need p^2 and p^3
  if (p < least) throw std::invalid_argument("a sampling rate p below 1e-100 is out of reach");
  return p;
}

Mechanism make_gaussian(const Parameters& q) {
  return std::make_shared<Gaussian>(positive(q, "sigma"), sensitivity(q));
}

Mechanism make_laplace(const Parameters& q) {
  return std::make_shared<Laplace>(positive(q, "b"), sensitivity(q));
}

Mechanism make_discrete_gaussian(const Parameters& q) {
  const Rational s = sensitivity(q);
  if (!s.is_integer()) {
    throw std::invalid_argument("sensitivity must be a positive integer, got " + s.text());
  }
  return std::make_shared<DiscreteGaussian>(positive(q, "sigma"), s);
}

Mechanism make_subsampled_gaussian(const Parameters& q) {
  const Rational sigma = positive(q, "sigma"), p = rate(q), s = sensitivity(q);
  if (p == Rational(1)) {  // no subsampling: the Gaussian pair, with its closed forms
    return std::make_shared<Gaussian>(
        sigma, s, "subsampled_gaussian(sigma=" + sigma.text() + ",p=1" + sensitivity_text(s) + ")");
  }
  return std::make_shared<SubsampledGaussian>(sigma, p, s);
}

Mechanism make_randomized_response(const Parameters& q) {
  return randomized_response(q.at("epsilon"), q.count("k") > 0 ? q.at("k") : Rational(2));
}

Mechanism make_subsampled_laplace(const Parameters& q) {
  const Rational b = positive(q, "b"), p = rate(q), s = sensitivity(q);
  if (p == Rational(1)) {  // no subsampling: the Laplace pair
    return std::make_shared<Laplace>(
        b, s, "subsampled_laplace(b=" + b.text() + ",p=1" + sensitivity_text(s) + ")");
  }
  return std::make_shared<SubsampledLaplace>(b, p, s);
}

}  // namespace

const std::vector<MechanismEntry>& mechanism_registry() {
  static const std::vector<MechanismEntry> entries = {
      {"gaussian",
       {"sigma"},
       {"sensitivity"},
       "N(0,sigma^2) against N(sensitivity,sigma^2)",
       make_gaussian},
      {"laplace", {"b"}, {"sensitivity"}, "Lap(0,b) against Lap(sensitivity,b)", make_laplace},
      {"subsampled_gaussian",
       {"sigma", "p"},
       {"sensitivity"},
       "gaussian with Poisson subsampling at rate p",
       make_subsampled_gaussian},
      {"randomized_response",
       {"epsilon"},
       {"k"},
       "k-ary randomized response (k = 2 unless given)",
       make_randomized_response},
      {"approximate_dp",
       {"epsilon", "delta"},
       {},
       "the worst (epsilon,delta)-DP pair",
       [](const Parameters& q) { return approximate_dp(q.at("epsilon"), q.at("delta")); }},
      {"total_variation_dp",
       {"epsilon", "delta", "eta"},
       {},
       "the worst (epsilon,delta)-DP pair of total variation eta",
       [](const Parameters& q) {
         return total_variation_dp(q.at("epsilon"), q.at("delta"), q.at("eta"));
       }},
      {"staircase",
       {"epsilon", "gamma"},
       {"sensitivity"},
       "staircase noise (Geng, Viswanath); the loss does not depend on the sensitivity",
       [](const Parameters& q) {
         return staircase(q.at("epsilon"), q.at("gamma"), sensitivity(q));
       }},
      {"discrete_laplace",
       {"b"},
       {"sensitivity"},
       "geometric noise on the integers, P(x) ~ e^(-|x|/b)",
       [](const Parameters& q) { return discrete_laplace(q.at("b"), sensitivity(q)); }},
      {"finite",
       {"P", "Q"},
       {},
       "P and Q given by lists of probabilities, P=[1/4,3/4]",
       [](const Parameters& q) { return finite_pair(q.lists.at("P"), q.lists.at("Q")); },
       {"P", "Q"}},
      {"perfectly_private",
       {},
       {},
       "the output does not depend on the record",
       [](const Parameters&) { return perfectly_private(); }},
      {"blatantly_non_private",
       {},
       {},
       "the output shows the record",
       [](const Parameters&) { return blatantly_non_private(); }},
      {"discrete_gaussian",
       {"sigma"},
       {"sensitivity"},
       "discrete Gaussian on the integers against the same shifted by an integer",
       make_discrete_gaussian},
      {"subsampled_laplace",
       {"b", "p"},
       {"sensitivity"},
       "laplace with Poisson subsampling at rate p",
       make_subsampled_laplace},
  };
  return entries;
}

}  // namespace plumbline
