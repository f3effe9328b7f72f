/// Bounds random allocation with large sigma, in any product with Gaussians. Its loss is that of the Gaussian of the
/// outputs' means plus a small independent remainder, all of whose moments are known.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/mechanisms/allocation/shown_steps.hpp"

namespace plumbline {

/// A composition of these epochs and a Gaussian.
struct SplitLoss {
  Rational
      variance;  ///< variance of the Gaussian: the sum of mu^2/t over the epochs and mu^2 of other
                 ///< Gaussians
  std::vector<ShownSteps::Epochs> epochs;
};

/// Returns bounds of E (X - 1)^k, k = 0 .. n, of the factor X of BOUND(ALLOCATION-SPLIT).
std::vector<Ball> moments_of_rest(const SplitLoss& loss, long n, Bits p);

/// Returns delta, one_minus_delta or excess by BOUND(ALLOCATION-SPLIT) with the moments of order below n, n even and
/// at least 4. The enclosure is not clipped. Throws std::logic_error on other questions.
Ball profile_by_split(Question question, const Real& t, const SplitLoss& loss, long n, Bits p);

/// Evaluates the profile with enough moments for the requested digits, or until more moments do not improve it.
/// Caches the moments.
class SplitProfile {
 public:
  explicit SplitProfile(SplitLoss loss) : loss_(std::move(loss)) {}
  const SplitLoss& loss() const { return loss_; }
  Ball at(Question question, const Real& t, const Effort& effort);

 private:
  Ball with(long n, Question question, const Real& t, Bits p);

  SplitLoss loss_;
  std::map<long, std::vector<Ball>> moments_;  ///< by n, at the largest precision requested so far
};

}  // namespace plumbline
