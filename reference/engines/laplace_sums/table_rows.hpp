/// Computes the rows (see rows.hpp) for arbitrary steps, by multiplying the polynomials of the steps.
#pragma once

#include "reference/engines/laplace_sums/rows.hpp"

namespace plumbline::laplace_sums {

/// A polynomial in y and z with a fixed number of powers of z, ordered by powers of y.
class RowPolynomial {
 public:
  /// The polynomial a(z) + y b(z) of one step; without b if most_rows is 0.
  RowPolynomial(const LatticeStep& step, long most_rows, Bits p);
  /// The polynomial 1.
  explicit RowPolynomial(Bits p);

  long rows() const { return static_cast<long>(coefficients_.size()) / width_ - 1; }
  long width() const { return width_; }
  const Ball& at(long m, long j) const {
    return coefficients_[static_cast<size_t>(m * width_ + j)];
  }
  /// Returns the product up to y^most_rows.
  RowPolynomial times(const RowPolynomial& o, long most_rows, Bits p, const Poll& poll) const;

 private:
  RowPolynomial() = default;
  /// Returns the coefficients of `count` rows from `first` on, each padded to `width` powers of z.
  std::vector<Ball> spread(long first, long count, long width, Bits p) const;

  long width_ = 1;
  std::vector<Ball> coefficients_;
};

class TableRows final : public Rows {
 public:
  TableRows(const std::vector<LatticeStep>& steps, const Rational& spacing, long most_rows, Bits p,
            const Poll& poll);
  std::vector<std::vector<Ball>> window(long rows, long last, long count) const override;
  /// Requires rows = most_rows.
  Ball below(long rows, long last, int tau) const override;

 private:
  /// Returns the values of below(most_rows, last, tau) for last = -1, 0, 1, ....
  std::vector<Ball> sums_of(const CellRate& rate, const Poll& poll) const;

  Bits p_;
  long most_rows_;
  RowPolynomial table_;
  std::vector<Ball> falling_, rising_;  ///< results of sums_of() for tau = -1 and +1
};

}  // namespace plumbline::laplace_sums
