/// Exact comparison of numbers r + sum_j n_j log q_j by integer coordinates: two numbers are equal if and only if
/// their coordinates are equal.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// The coordinates of a number: the multiple of a common rational spacing, then the multiples of the logarithms of
/// pairwise coprime integers > 1.
using Coordinates = std::vector<long>;

class LogBasis {
 public:
  /// Constructs a basis in which all of these numbers have coordinates. The work is quadratic in the number of
  /// different logarithms; `poll` is called often.
  explicit LogBasis(
      const std::vector<LogLinear>& numbers, const std::function<void()>& poll = [] {});

  /// Returns the coordinates of one of these numbers, or of a sum of them; nothing if a coordinate exceeds 2^61.
  /// Callers that add coordinates ensure that the sums do not overflow.
  std::optional<Coordinates> coordinates(const LogLinear& x) const;
  size_t size() const { return 1 + base_.size(); }

 private:
  Rational spacing_;
  std::vector<Rational> base_;  // pairwise coprime integers > 1
};

/// Returns an enclosure of e^x. Computes the powers q_j^n_j without logarithms if x is known as offset + sum_j n_j log
/// q_j.
Ball exponential(const LogLinear& x, Bits p);
Ball exponential(const Real& x, Bits p);
/// Returns e^x if it is known to be rational and all exponents n_j are at most 64 in size; otherwise nothing.
std::optional<Rational> rational_exponential(const Real& x);

}  // namespace plumbline
