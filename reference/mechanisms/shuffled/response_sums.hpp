/// The number of ones among the answers of binary randomized response: a sum of two binomials.
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

/// W = Bin(ones, keep) + Bin(zeros, flip): the contribution of these users to the number of ones.
struct ResponseSums {
  Rational epsilon0;
  long ones, zeros;

  long most() const { return ones + zeros; }
  /// P(W = x) for x = from .. to, 0 <= from <= to <= most(), with relative widths of approximately 2^-p.
  std::vector<Ball> masses(long from, long to, Bits p) const;

  /// Heuristics in doubles.
  double mean() const;
  double deviation() const;

  /// One of these masses, with a relative truncation error of approximately 2^-bits.
  Ball mass(long x, const RandomizedBit& answer, double bits) const;

 private:
  std::vector<Ball> ascending(long from, long to, Bits p) const;
};

}  // namespace plumbline
