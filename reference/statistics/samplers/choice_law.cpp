#include "reference/statistics/samplers/choice_law.hpp"

#include <algorithm>
#include <string>

namespace plumbline {
namespace {

constexpr Bits kChoiceBits{128};

/// Returns e^(epsilon (s_i - max)/2), at most 1.
std::vector<Ball> relative_weights(const Rational& epsilon, const std::vector<Rational>& scores) {
  const Rational best = *std::max_element(scores.begin(), scores.end());
  std::vector<Ball> out;
  for (const Rational& s : scores) {
    out.push_back(exp(Ball(epsilon * (s - best) / Rational(2), kChoiceBits)));
  }
  return out;
}

OutcomeMasses normalised(std::vector<Ball> weights) {
  Ball sum(kChoiceBits);
  for (const Ball& w : weights) sum += w;
  for (Ball& w : weights) w = w / sum;
  return weights;
}

/// Returns the integral of prod_{j != i} (1 - w_j t) over 0 < t < 1.
Ball mean_product(const std::vector<Ball>& weights, size_t i) {
  std::vector<Ball> polynomial{Ball::integer(1, kChoiceBits)};
  for (size_t j = 0; j < weights.size(); ++j) {
    if (j == i) continue;
    polynomial.emplace_back(kChoiceBits);
    for (size_t k = polynomial.size() - 1; k > 0; --k) {
      polynomial[k] = polynomial[k] - polynomial[k - 1] * weights[j];
    }
  }
  Ball sum(kChoiceBits);
  for (size_t k = 0; k < polynomial.size(); ++k) sum += polynomial[k] / static_cast<long>(k + 1);
  return sum;
}

}  // namespace

OutcomeMasses exponential_masses(const Rational& epsilon, const std::vector<Rational>& scores) {
  return normalised(relative_weights(epsilon, scores));
}

// Candidate i has a uniform time t in the order. It is chosen if its Bernoulli trial accepts and every other candidate
// comes later or is rejected. Candidate j comes earlier and is accepted with probability t w_j, where w_j is its
// relative weight.
OutcomeMasses permute_and_flip_masses(const Rational& epsilon,
                                      const std::vector<Rational>& scores) {
  const std::vector<Ball> weights = relative_weights(epsilon, scores);
  OutcomeMasses out;
  for (size_t i = 0; i < weights.size(); ++i) out.push_back(weights[i] * mean_product(weights, i));
  return out;
}

OutcomeMasses response_masses(const Rational& epsilon, long k) {
  std::vector<Ball> weights(static_cast<size_t>(k), Ball::integer(1, kChoiceBits));
  weights.front() = exp(Ball(epsilon, kChoiceBits));
  return normalised(std::move(weights));
}

std::vector<CellPartition> outcome_partitions(const OutcomeMasses& masses) {
  CellPartition out;
  out.name = "outcomes";
  const auto count = static_cast<long>(masses.size());
  for (long i = 0; i < count; ++i) {
    out.cells.push_back(std::to_string(i));
    out.masses.push_back(UpperBound::of(masses[static_cast<size_t>(i)]));
  }
  out.cell = [count](const SamplerDraw& x, const SamplerDraw&) {
    return static_cast<size_t>(std::clamp(x.whole, 0L, count - 1));
  };
  const auto is_allowed = [count](const SamplerDraw& x) {
    return x.is_whole && x.whole >= 0 && x.whole < count;
  };
  return {out, support("no outcome from 0 to " + std::to_string(count - 1), is_allowed)};
}

UpperBound outcome_repetition(const OutcomeMasses& masses) {
  Ball sum(kChoiceBits);
  for (const Ball& q : masses) sum += square(q);
  return UpperBound::of(sum);
}

}  // namespace plumbline
