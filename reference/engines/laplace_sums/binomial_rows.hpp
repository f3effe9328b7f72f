/// The rows of BOUND(LAPLACE-SUM) for equal steps that have an atom at both ends of one cell (an interval of one
/// lattice spacing). With atoms of weight u and v, and a cell of weight b,
///     A_{m,j} = C(N,m) b^m C(N-m,j) u^{N-m-j} v^j.
#pragma once

#include "reference/engines/laplace_sums/rows.hpp"

namespace plumbline::laplace_sums {

class BinomialRows final : public Rows {
 public:
  BinomialRows(const LatticeStep& step, const Rational& spacing, Bits p, const Poll& poll);
  std::vector<std::vector<Ball>> window(long rows, long last, long count) const override;
  Ball below(long rows, long last, int tau) const override;

 private:
  /// Partial sums of row 0, up to every kStride-th index. rho is that of CellRate.
  struct Sums {
    Sums(const Rational& spacing, int tau, const BinomialRows& rows);
    CellRate rate;
    Ball high;                ///< v e^rho
    std::vector<Ball> below;  ///< sum_{j < k kStride} C(N,j) u^{N-j} v^j e^{rho j}
  };
  static constexpr long kStride = 32;

  const Sums& sums(int tau) const { return tau < 0 ? sums_.front() : sums_.back(); }

  Ball low_atom(long exponent) const { return power(low_, Rational(exponent)); }
  /// Returns the `count` numbers C(N,j), C(N,j+1), ..., with j = first >= 0.
  std::vector<Ball> binomials(long first, long count) const;
  /// Returns sum_{j <= last} C(N,j) u^{N-j} v^j e^{rho j}.
  Ball row_zero_below(long last, const Sums& sums) const;

  long N_;
  Bits p_;
  Ball low_, high_, cell_;
  std::vector<Ball> kept_;  ///< C(N, k kStride) for k = 0, 1, ...
  std::vector<Sums> sums_;
};

}  // namespace plumbline::laplace_sums
