/// The number of ones among answers of binary randomized response, as a sum of two binomial variables.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Randomized response on one bit: the answer is the bit with probability keep, the other bit with probability flip;
/// keep/flip = e^epsilon0.
struct RandomizedBit {
  Ball keep, flip;
  static RandomizedBit of(const Rational& epsilon0, Bits p);
};

/// W = Bin(ones, keep) + Bin(zeros, flip), the number of ones among the answers of these users.
struct ResponseSums {
  Rational epsilon0;
  long ones, zeros;

  long most() const { return ones + zeros; }
  /// Returns P(W = x) for x = from .. to, 0 <= from <= to <= most(), with relative widths of approximately 2^-p.
  std::vector<Ball> masses(long from, long to, Bits p) const;

  /// Return the approximate mean and standard deviation of W, for heuristics.
  double mean() const;
  double deviation() const;

  /// Returns P(W = x), with a relative truncation error of approximately 2^-bits.
  Ball mass(long x, const RandomizedBit& answer, double bits) const;

 private:
  std::vector<Ball> ascending(long from, long to, Bits p) const;
};

}  // namespace plumbline
