/// Exact comparison of numbers r + sum_j n_j log q_j by integer coordinates: two numbers are equal if and only if their
/// coordinates are.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// Coordinates of a number: the multiple of a common rational spacing, followed by those of the logarithms of pairwise
/// coprime integers > 1.
using Coordinates = std::vector<long>;

class LogBasis {
 public:
  /// A basis in which all of these numbers have coordinates. The work is quadratic in the number of different
  /// logarithms, and calls `poll` often.
  explicit LogBasis(
      const std::vector<LogLinear>& numbers, const std::function<void()>& poll = [] {});

  /// The coordinates of one of these numbers, or of a sum of them; nothing if one exceeds 2^61. Callers that add
  /// coordinates ensure that the sums fit.
  std::optional<Coordinates> coordinates(const LogLinear& x) const;
  size_t size() const { return 1 + base_.size(); }

 private:
  Rational spacing_;
  std::vector<Rational> base_;  // pairwise coprime integers > 1
};

/// e^x, exact if x is the logarithm of a rational.
Ball exponential(const LogLinear& x, Bits p);
Ball exponential(const Real& x, Bits p);
/// e^x if it is known to be rational, and not huge.
std::optional<Rational> rational_exponential(const Real& x);

}  // namespace plumbline
