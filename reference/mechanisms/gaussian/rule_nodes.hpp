/// A trapezoid rule for the transform K(s) of a loss, in any arithmetic: its nodes, and its error apart from rounding
/// errors. A rule sums (h/sqrt(2 pi)) e^{b_j + s l_j} over its nodes; Im l_j >= 0, so that no term increases with y in
/// s = c + iy.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/arithmetic/upper_bound.hpp"
#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline::mixture {

/// The weight b_j and the loss l_j of one node.
struct RuleNode {
  ComplexBall weight, loss;
};

/// The error of a rule at all orders c.
class RuleErrors {
 public:
  virtual ~RuleErrors() = default;
  /// An upper bound of the contribution of the omitted nodes to K(c + iy), for every y >= 0.
  virtual UpperBound omitted(double c) const = 0;
  /// The discretisation error at c + iy for 0 <= y <= height, relative to K(c). Indeterminate if no bound is known.
  virtual Ball discretisation(double c, double height) const = 0;
  /// An upper bound of |K(c + iy)| for all y >= Y > 0, infinite if no bound is known. Returns nothing if the sum over
  /// the nodes itself gives such a bound: every Im l_j is positive, and discretisation() does not depend on the height.
  virtual std::optional<double> far(double /*c*/, double /*Y*/) const { return std::nullopt; }
  /// Heuristics: an approximation of far(), and a frequency beyond which far() begins to decrease.
  virtual std::optional<double> rough_far(double /*c*/, double /*Y*/) const { return std::nullopt; }
  virtual std::optional<double> first_frequency() const { return std::nullopt; }
};
using RuleErrorsPtr = std::shared_ptr<const RuleErrors>;

}  // namespace plumbline::mixture
