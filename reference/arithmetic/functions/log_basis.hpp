/// Exact comparison of numbers r + sum_j n_j log q_j: integer coordinates in which equal numbers,
/// and only these, are equal.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// Coordinates of a number: multiples of a common rational spacing, then of the logarithms of
/// pairwise coprime integers > 1.
using Coordinates = std::vector<long>;

class LogBasis {
 public:
  /// A basis in which all of these numbers have coordinates.
  explicit LogBasis(const std::vector<LogLinear>& numbers);

  /// The coordinates of one of the numbers given, or of a sum of them; nothing when one exceeds 2^61. Who adds
  /// coordinates up sees to it that their sums fit.
  std::optional<Coordinates> coordinates(const LogLinear& x) const;
  size_t size() const { return 1 + base_.size(); }

 private:
  Rational spacing_;
  std::vector<Rational> base_;  // pairwise coprime integers > 1
};

/// e^x, exact where x is the logarithm of a rational.
Ball exponential(const LogLinear& x, Bits p);
Ball exponential(const Real& x, Bits p);
/// e^x where it is known to be rational, and not a huge one.
std::optional<Rational> rational_exponential(const Real& x);

}  // namespace plumbline
