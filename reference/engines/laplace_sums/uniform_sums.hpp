/// The law of a sum of m uniform variables on [0, 1], row by row, weighted by exponentials: the f_m
/// and G_m of BOUND(LAPLACE-SUM) at the points v, v + 1, v + 2, ...
#pragma once

#include <vector>

#include "reference/engines/laplace_sums/rows.hpp"

namespace plumbline::laplace_sums {

class UniformSums {
 public:
  /// Row m = 0; 0 <= v < 1.
  UniformSums(const Ball& v, const std::vector<CellRate>& rates);
  /// To the next row.
  void advance();
  /// G_m(v + i) for i < m, at the rate of that place.
  const std::vector<Ball>& values(size_t rate) const { return weighted_[rate]; }

 private:
  long m_ = 0;
  Ball v_;
  std::vector<Ball> density_;  ///< f_m(v + i), i < m
  std::vector<std::vector<Ball>> weighted_;
  std::vector<Ball> inverse_, whole_,
      step_;  ///< 1/rho; e^{-rho (v + m)} c^m, and the factor to the next
};

}  // namespace plumbline::laplace_sums
