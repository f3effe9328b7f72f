#include "reference/statistics/samplers/sampler_evidence.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

constexpr Bits kEvidenceBits{160};
constexpr int kLeastMassExponent = 4096;
/// The total weights (numbers of pseudo-draws) of the Dirichlet priors that are centred at the promised masses.
constexpr long kPriorDraws[] = {16, 1024, 65536};

/// Returns the number at which the Dirichlet priors of a cell are centred: approximately the promised mass. The e-value
/// is valid for every positive number.
Rational prior_mass(const Ball& mass) {
  return Rational::from_binary64(std::clamp(mass.approximate(), 1e-300, 1.0));
}

}  // namespace

CellEvidence::CellEvidence(const std::vector<UpperBound>& masses) {
  if (masses.empty()) throw std::invalid_argument("evidence needs at least one cell");
  const UpperBound least =
      UpperBound::of(Ball(power(Rational(1, 2UL), kLeastMassExponent), kEvidenceBits));
  std::vector<Rational> halves(masses.size(), Rational(1, 2UL)), near;
  for (const UpperBound& mass : masses) {
    const Ball q = larger(mass, least).ball(kEvidenceBits);
    log_masses_.push_back(log(q));
    near.push_back(prior_mass(q));
  }
  add_prior(halves);
  for (const long draws : kPriorDraws) {
    std::vector<Rational> weights;
    for (const Rational& q : near) weights.push_back(q * Rational(draws));
    add_prior(weights);
  }
}

void CellEvidence::add_prior(const std::vector<Rational>& weights) {
  Rational total(0);
  Prior prior{{}, {}, Ball(kEvidenceBits)};
  for (const Rational& w : weights) {
    total = total + w;
    prior.weights.emplace_back(w, kEvidenceBits);
    prior.log_gammas.push_back(log_gamma(prior.weights.back()));
  }
  prior.total = Ball(total, kEvidenceBits);
  priors_.push_back(std::move(prior));
}

Ball CellEvidence::e_value(const std::vector<long>& counts) const {
  Ball promised(kEvidenceBits);
  long draws = 0;
  for (size_t j = 0; j < counts.size(); ++j) {
    promised += log_masses_[j] * counts[j];
    draws += counts[j];
  }
  Ball sum(kEvidenceBits);
  for (const Prior& prior : priors_) {
    Ball predicted = log_gamma(prior.total) - log_gamma(prior.total + draws);
    for (size_t j = 0; j < counts.size(); ++j) {
      if (counts[j] == 0) continue;
      predicted += log_gamma(prior.weights[j] + counts[j]) - prior.log_gammas[j];
    }
    sum += exp(predicted - promised);
  }
  return sum / static_cast<long>(priors_.size());
}

// BOUND(SAMPLER-EVIDENCE)
// Statement.  Let draws come in blocks, independent of each other and each of the promised law. In block i, partition
//             m receives a fixed number of observations. Let the probabilities of its cells, given the earlier blocks
//             and the earlier observations of m in this block, be at most q_mj. With n_mj observations in cell j of
//             partition m, n_m in total, and weights a_j > 0 of sum A, let
//                 E_m = Gamma(A)/Gamma(A + n_m) prod_j Gamma(a_j + n_mj)/Gamma(a_j) q_mj^(-n_mj)
//             or the mean of several such numbers, each with its own weights. With probability at least 1 - u there
//             is no block after which M/(E_1 + ... + E_M) <= u.
// Needs.      (a) Partitions, masses and weights are fixed before the first draw: the caller, by SamplerLaw. (b) E is
//             evaluated after whole blocks: the caller, by SamplerJudge, which adds two draws at a time.
// Proof.      An observation in cell j, after n_j observations in it and n in total, multiplies E_m by
//             ((a_j + n_j)/(A + n))/q_j. The product of these factors is the formula, because Gamma(x + 1) = x
//             Gamma(x). Given the past, the expectation of the factor is
//                 sum_j P(j) ((a_j + n_j)/(A + n))/q_j <= sum_j (a_j + n_j)/(A + n) = 1,
//             because P(j) <= q_j; a cell with P(j) = 0 adds nothing. So every E_m is a nonnegative supermartingale
//             in the blocks that starts at 1. The same holds for means over several weights and over the partitions,
//             which need not be independent. By Ville's inequality the mean over the partitions reaches 1/u with
//             probability at most u.
// Source.     Ville 1939; Krichevsky and Trofimov 1981 (weights 1/2); the other weights are a choice.
UpperBound sampler_p_value(const std::vector<Ball>& e_values) {
  Ball sum(kEvidenceBits);
  for (const Ball& e : e_values) sum += e;
  const Ball p = Ball::integer(static_cast<long>(e_values.size()), kEvidenceBits) / sum;
  return smaller(UpperBound::of(bound_number<"SAMPLER-EVIDENCE">(p)),
                 UpperBound::of(Ball::integer(1, kEvidenceBits)));
}

}  // namespace plumbline
