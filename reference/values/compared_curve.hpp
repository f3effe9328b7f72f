/// A curve with an exact definition, which is compared with a trade-off function.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A nonincreasing function g on [0, 1], evaluated in balls.
class ComparedCurve {
 public:
  virtual ~ComparedCurve() = default;
  /// Returns a ball that contains g(alpha), 0 <= alpha <= 1.
  virtual Ball value(const Rational& alpha, Bits p) const = 0;
  /// Returns a ball that contains (g(y) - g(x)) / (y - x) for all a <= x < y <= b; not finite if nothing is known.
  virtual Ball slopes(const Rational& a, const Rational& b, Bits p) const = 0;
};

}  // namespace plumbline
