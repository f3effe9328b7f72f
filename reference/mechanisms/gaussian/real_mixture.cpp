#include "reference/mechanisms/gaussian/real_mixture.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/between_pairs.hpp"
#include "reference/mechanisms/gaussian/gaussian_mixture.hpp"
#include "reference/mechanisms/real_numbers.hpp"

namespace plumbline {
namespace {

struct RationalEnds {
  std::vector<Rational> lower{}, upper{};
};

/// Returns rational bounds below and above each value. The lower bounds are at least 0.
RationalEnds ends_of(const std::string& name, const std::vector<NumberSum>& values) {
  RationalEnds out;
  for (const NumberSum& x : values) {
    if (is_less(x.value(), Real(kZero))) {
      throw std::invalid_argument(name + " must be at least 0, got " + x.text());
    }
    const auto [lower, upper] = rational_ends(x.value());
    out.lower.push_back(std::max(lower, kZero));
    out.upper.push_back(upper);
  }
  return out;
}

/// Adds 1 minus the sum of the weights to the weight at `place`.
std::vector<Rational> completed(std::vector<Rational> weights, size_t place) {
  Rational rest = kOne;
  for (const Rational& w : weights) rest = rest - w;
  weights[place] = weights[place] + rest;
  return weights;
}

}  // namespace

// PROOF(PARAMETER-ORDER) shifts and weights of gaussian_mixture
//             The likelihood ratio sum w_i e^(s_i x - s_i^2/2) increases in x, because no shift is below 0. So the
//             best tests are half-lines x > t. The level of such a test does not depend on shifts and weights. Its
//             power is sum w_i Phi(s_i - t), which increases with each shift, and if weight is moved to a larger
//             shift. A larger power at each level is less privacy. `less` has the lower ends of the shifts and of the
//             weights, and the remaining weight at its smallest shift. `more` has the upper ends of the shifts, the
//             lower ends of the weights, and the remaining weight at its largest shift.
Mechanism real_gaussian_mixture(const RealNumbers& all) {
  const std::vector<NumberSum>&shifts = all.lists.at("shifts"), &weights = all.lists.at("weights");
  const Real sigma = all.number("sigma");
  if (shifts.empty() || shifts.size() != weights.size()) {
    throw std::invalid_argument("shifts and weights need the same number of values, 1 to 200");
  }
  require_distribution("the list weights", weights);
  const RationalEnds places = ends_of("shifts", shifts), shares = ends_of("weights", weights);
  const auto [small_noise, large_noise] = rational_ends(sigma);
  if (small_noise.sign() <= 0) {
    throw std::invalid_argument("sigma must be positive, got " + sigma.text());
  }
  const auto index_of = [](const std::vector<Rational>& values, auto found) {
    return static_cast<size_t>(found - values.begin());
  };
  const size_t first = index_of(places.lower,
                                std::min_element(places.lower.begin(), places.lower.end())),
               last = index_of(places.upper,
                               std::max_element(places.upper.begin(), places.upper.end()));
  return pair_between_ends(
      {gaussian_mixture(large_noise, places.lower, completed(shares.lower, first)),
       gaussian_mixture(small_noise, places.upper, completed(shares.lower, last))},
      all.expression);
}

}  // namespace plumbline
