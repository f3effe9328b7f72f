/// A trapezoid rule of K(s) in any arithmetic: its nodes, and the error of the rule itself. A rule sums
/// (h/sqrt(2 pi)) e^{b_j + s l_j} over its nodes; Im l_j >= 0, so that no term increases with y in s = c + iy.
#pragma once

#include <memory>
#include <vector>

#include "reference/arithmetic/upper_bound.hpp"
#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline::mixture {

/// b_j and l_j of one node.
struct RuleNode {
  ComplexBall weight, loss;
};

/// The error of a rule at all orders c.
class RuleErrors {
 public:
  virtual ~RuleErrors() = default;
  /// An upper bound of the contribution of the omitted nodes to K(c + iy), for every y >= 0.
  virtual UpperBound omitted(double c) const = 0;
  /// The discretisation error, relative to K(c), on the whole line. Indeterminate if nothing is known.
  virtual Ball discretisation(double c) const = 0;
};
using RuleErrorsPtr = std::shared_ptr<const RuleErrors>;

}  // namespace plumbline::mixture
