/// Bounds random allocation with large sigma, in any product with Gaussians. The loss of such a product is the sum of
/// two independent terms: the loss of the Gaussian pair of the outputs' means, and a small remainder whose moments are
/// known.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/mechanisms/allocation/shown_steps.hpp"

namespace plumbline {

/// A composition of epochs of random allocation and a Gaussian pair.
struct SplitLoss {
  Rational
      variance;  ///< variance of the Gaussian: the sum of mu^2/t over the epochs and mu^2 of other
                 ///< Gaussians
  std::vector<ShownSteps::Epochs> epochs;
};

/// Returns enclosures of E (X - 1)^k, k = 0 .. n, where X is the factor in BOUND(ALLOCATION-SPLIT).
std::vector<Ball> moments_of_rest(const SplitLoss& loss, long n, Bits p);

/// Returns delta, one_minus_delta or excess by BOUND(ALLOCATION-SPLIT) with the moments of order below n, n even and at
/// least 4. The enclosure is not clipped to the possible values. Throws std::logic_error on other questions.
Ball profile_by_split(Question question, const Real& t, const SplitLoss& loss, long n, Bits p);

/// Evaluates the profile with as many moments as the requested digits need, or until more moments do not improve it.
/// Caches the moments.
class SplitProfile {
 public:
  explicit SplitProfile(SplitLoss loss) : loss_(std::move(loss)) {}
  const SplitLoss& loss() const { return loss_; }
  Ball at(Question question, const Real& t, const Effort& effort);

 private:
  Ball with(long n, Question question, const Real& t, Bits p);

  SplitLoss loss_;
  /// The results of moments_of_rest() by n, at the largest precision requested so far.
  std::map<long, std::vector<Ball>> moments_;
};

}  // namespace plumbline
