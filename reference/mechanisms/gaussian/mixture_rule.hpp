/// The trapezoid rule of MIXTURE-LINE for a Gaussian mixture without window: the error of the rule itself, in any
/// arithmetic. Rules in doubles and in double-double arithmetic share these bounds.
#pragma once

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture {

/// The bounds of one rule at all orders c; data that do not depend on c are computed once.
class RuleBounds {
 public:
  RuleBounds(const MixtureLaw& law, const Grid& grid);

  /// An upper bound of the contribution of the omitted nodes to K(c + iy), for every y >= 0: BOUND(MACHINE-OMITTED).
  UpperBound omitted(double c) const;
  /// The discretisation error, relative to K(c), on the whole line: BOUND(MIXTURE-LINE). Indeterminate if nothing is
  /// known.
  Ball discretisation(double c) const;

 private:
  MixtureLaw law_;
  Ball mu_, left_, right_;            ///< left_ and right_ are the first omitted nodes
  Ball log_left_, log_right_;         ///< log w there, and log(w e^{-z})
  Ball log_rest_;                     ///< log(1-p)
  Ball weight_;                       ///< growth(a) (h/sqrt(2 pi) + 1/2)
  Ball twice_, twice_growth_, edge_;  ///< 2a, growth(2a); the share of each edge
  bool in_order_, flat_;              ///< left <= 0 <= right; a mu <= pi/2
};

}  // namespace plumbline::mixture
