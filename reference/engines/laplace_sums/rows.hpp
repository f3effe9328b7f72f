/// Sums over the combinations of an atom or a cell (lattice_steps.hpp) for each step: the coefficients A_{m,j} of
/// BOUND(LAPLACE-SUM),
///     sum_{m,j} A_{m,j} y^m z^j = prod_i (a_i(z) + y b_i(z))^{N_i},
/// where a_i is the generating polynomial of the atoms of a step and b_i that of its cells. Row m is the case that
/// the losses of m steps are in cells and the others at atoms. All coefficients are sums of positive numbers, so that
/// no bits are lost to cancellation.
#pragma once

#include <memory>
#include <vector>

#include "reference/engines/laplace_sums/lattice_steps.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::laplace_sums {

class Rows {
 public:
  virtual ~Rows() = default;
  /// Returns a table with A_{m, last-i} at [m][i], for m = 0 .. rows and i = 0 .. count - 1.
  virtual std::vector<std::vector<Ball>> window(long rows, long last, long count) const = 0;
  /// Returns sum_{m <= rows} c^m sum_{j <= last} A_{m,j} e^{rho j}, with the c and rho of CellRate for tau = +-1.
  virtual Ball below(long rows, long last, int tau) const = 0;
};

/// Returns true if all steps are equal and have an atom at both ends of a cell: laplace(...)^N. Their rows are
/// products of binomial coefficients and powers, so that few numbers are stored.
bool are_binomial(const std::vector<LatticeStep>& steps);

/// Returns the rows from 0 to most_rows. If are_binomial(steps), returns all rows, in time proportional to the length
/// of the lattice.
std::unique_ptr<const Rows> make_rows(const std::vector<LatticeStep>& steps,
                                      const Rational& spacing, long most_rows, Bits p,
                                      const Poll& poll);

/// rho = tau spacing/2, and `integral` = c = (e^rho - 1)/rho.
struct CellRate {
  CellRate(const Rational& spacing, int tau, Bits p);
  Ball rho, integral;
};

}  // namespace plumbline::laplace_sums
