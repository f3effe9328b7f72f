/// Evidence of draws against a promised law, by the numbers of draws in cells.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// The cells of one partition of the outcomes, and the priors of the predictive laws over them.
class CellEvidence {
 public:
  /// \param masses upper bounds of the probabilities of the cells, at least one; a bound below 2^-4096 counts as 2^-4096.
  /// \throws std::invalid_argument without cells.
  explicit CellEvidence(const std::vector<UpperBound>& masses);

  /// The e-value of so many draws in each cell: the mean of the likelihood ratios of four Dirichlet mixtures
  /// against the masses. 1 without draws.
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

/// A p-value, rounded up, of the law that all masses were made for, from the e-values of several partitions of the
/// same draws. It holds whenever one stops. At least one e-value. Method: SAMPLER-EVIDENCE.
UpperBound sampler_p_value(const std::vector<Ball>& e_values);

}  // namespace plumbline
