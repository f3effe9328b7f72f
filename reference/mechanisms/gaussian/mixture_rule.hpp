/// Bounds the error of the trapezoid rule of MIXTURE-LINE for a Gaussian mixture without window, apart from rounding
/// errors. Rules in doubles and in double-double arithmetic share these bounds.
#pragma once

#include "reference/mechanisms/gaussian/mixture.hpp"
#include "reference/mechanisms/gaussian/rule_nodes.hpp"

namespace plumbline::mixture {

/// The error bounds of one rule at all orders c. Data that do not depend on c are computed once.
class RuleBounds final : public RuleErrors {
 public:
  RuleBounds(const MixtureLaw& law, const Grid& grid);

  /// Computes BOUND(MACHINE-OMITTED).
  UpperBound omitted(double c) const override;
  /// Computes the discretisation error of BOUND(MIXTURE-LINE), relative to K(c).
  Ball discretisation(double c, double height) const override;

 private:
  MixtureLaw law_;
  Ball mu_, left_, right_;            ///< left_ and right_ are the first omitted nodes
  Ball log_left_, log_right_;         ///< log w at left_, and log(w e^{-z}) at right_
  Ball log_rest_;                     ///< log(1-p)
  Ball weight_;                       ///< growth(a) (h/sqrt(2 pi) + 1/2)
  Ball twice_, twice_growth_, edge_;  ///< 2a, growth(2a); edge_share()
  bool in_order_, flat_;              ///< left <= 0 <= right; a mu <= pi/2
};

}  // namespace plumbline::mixture
