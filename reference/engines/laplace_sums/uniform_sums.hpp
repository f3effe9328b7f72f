/// The density f_m of a sum of m uniform variables on [0, 1], and its exponentially weighted integral G_m (see
/// BOUND(LAPLACE-SUM)), at the points v, v + 1, v + 2, ... The values for one m are a row.
#pragma once

#include <vector>

#include "reference/engines/laplace_sums/rows.hpp"

namespace plumbline::laplace_sums {

class UniformSums {
 public:
  /// Constructs row m = 0 with `points` points; 0 <= v < 1.
  UniformSums(const Ball& v, long points, const std::vector<CellRate>& rates);
  /// Advances to the next row: m increases by 1.
  void advance();
  /// Returns G_m(v + i) for 0 <= i < min(m, number of points).
  const std::vector<Ball>& values(size_t rate) const { return weighted_[rate].values; }

 private:
  void advance_density();

  /// The values for one rate.
  struct Weighted {
    std::vector<Ball> values;
    Ball inverse;      ///< 1/rho
    Ball whole, step;  ///< e^{-rho (v + m)} c^m, and its factor from m to m + 1
  };
  long m_ = 0;
  std::vector<Ball> points_, density_;  ///< v + i, and f_m(v + i)
  std::vector<Weighted> weighted_;
};

}  // namespace plumbline::laplace_sums
