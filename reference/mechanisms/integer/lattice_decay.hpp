/// A bound of |K(c+iy)| over one period, where K(s) = E_P[e^{sL}] is the transform of a loss L on a lattice. The bound
/// needs only values of K.
#pragma once

#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns an upper bound of the variance of the loss under the distribution tilted by exp(cL)/K(c), from K at c and
/// c +- u, by BOUND(COSH-VARIANCE). `mean` estimates the mean of this distribution. Any u > 0 and mean are valid. If
/// c + u and c - u are not doubles at the same distance from c, the result is indeterminate.
Ball tilted_variance_bound(const LossMeasure& m, double c, double u, double mean, Bits p);

/// Maps T to an upper bound of sup over T <= |y| <= pi/h of |K(c+iy)|/K(c), where h is the spacing of the lattice.
class PeriodDecay {
 public:
  /// The mechanism must have a transform and a lattice of spacing h > 0 (std::logic_error otherwise) and must outlive
  /// this object. The range of y is divided into cells; `width` is their width, 0 for automatic, and any width is
  /// valid.
  PeriodDecay(const DominatingPair& m, double c, Bits p, const Poll& poll, double width = 0);
  /// Returns the bound for T >= 0. The double T is used exactly.
  Ball operator()(double T) const;

 private:
  void fill_cells(const Poll& poll);
  Ball over_cells(double from, double to) const;

  const LossMeasure& measure_;
  double c_;
  Bits p_;
  double half_period_;  ///< approximately pi/h, rounded up
  double width_ = 0;    ///< width of a cell
  double start_ = 0;    ///< for y below it, the bound by DOUBLING is tighter than the cells
  /// cells_[k]: upper bound of |K(c+iy)|/K(c) for y in [(k - 1/2) width, (k + 1/2) width].
  std::vector<Ball> cells_;
  std::vector<Ball> beyond_;  ///< beyond_[k]: the maximum of cells_[k], cells_[k + 1], ...
};

}  // namespace plumbline
