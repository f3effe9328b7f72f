/// Sums of Gaussians over the integers (theta functions), with proven truncation errors.
#pragma once

#include <vector>

#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline {

/// Computes the sum over all integers j of exp(-lambda (j - kappa)^2 + i psi j), for lambda > 0. The error is
/// approximately 2^-p times the largest term.
class GaussianSum {
 public:
  /// Uses `terms` terms on either side of the integer nearest to kappa; 0 means that the number is chosen from p.
  GaussianSum(const Ball& lambda, Bits p, long terms = 0);
  ComplexBall operator()(const Ball& kappa, const Ball& psi) const;

 private:
  Ball lambda_;
  Bits p_;
  std::vector<Ball> weights_;  ///< exp(-lambda j^2), j = 0 .. m
};

/// Returns an upper bound of the sum over i >= 0 of exp(-lambda (d + i)^2), for lambda > 0 and d >= 0, by
/// BOUND(THETA-TAIL).
Ball gaussian_remainder(const Ball& lambda, const Ball& d);

/// Encloses the sum over integers x >= n of exp(-lambda x^2) for an integer n >= 0 and lambda > 0, with a relative
/// width of approximately 2^-p. The cost is proportional to sqrt(p / lambda). The result is indeterminate beyond two
/// million terms. `terms` is the number of summed terms; 0 means that it is chosen from p. The enclosure includes the
/// remainder.
Ball gaussian_tail_sum(const Rational& lambda, const Rational& n, Bits p, long terms = 0);

}  // namespace plumbline
