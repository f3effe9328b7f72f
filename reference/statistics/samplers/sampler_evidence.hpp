/// Computes evidence against the distribution that a sampler is supposed to have, from the numbers of draws in cells.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// The cells of one partition of the outcomes, and the priors of the predictive distributions over them.
class CellEvidence {
 public:
  /// \param masses upper bounds of the probabilities of the cells, at least one. A bound below 2^-4096 is replaced by
  /// 2^-4096.
  /// \throws std::invalid_argument without cells.
  explicit CellEvidence(const std::vector<UpperBound>& masses);

  /// Returns the e-value of these numbers of draws in the cells: the mean of the likelihood ratios of four Dirichlet
  /// mixtures against the masses. The e-value is 1 if there are no draws.
  Ball e_value(const std::vector<long>& counts) const;

 private:
  struct Prior {
    std::vector<Ball> weights, log_gammas;
    Ball total;
  };
  void add_prior(const std::vector<Rational>& weights);

  std::vector<Ball> log_masses_;
  std::vector<Prior> priors_;
};

/// Returns a p-value, rounded up, for the hypothesis that all `masses` are upper bounds of the probabilities of their
/// cells. The p-value is computed from the e-values of several partitions of the same draws, and is valid at any
/// stopping time. Requires at least one e-value. Method: SAMPLER-EVIDENCE.
UpperBound sampler_p_value(const std::vector<Ball>& e_values);

}  // namespace plumbline
