/// Sums over the losses below a threshold, row by row: BOUND(LAPLACE-SUM).
#pragma once

#include <vector>

#include "reference/engines/laplace_sums/rows.hpp"

namespace plumbline::laplace_sums {

/// Returns sum_{m <= last_row, j} A_{m,j} e^{rho j} F_m(x-j) for each tau = +-1 in `taus`, without the mass at x
/// itself if `open`. The precision of x must exceed the bits that the recurrence over the rows loses: lost_bits().
std::vector<Ball> sums_below(const Rows& rows, const Rational& spacing, long last_row,
                             const std::vector<int>& taus, const Ball& x, bool open,
                             const Poll& poll);

/// Returns the approximate number of bits that the recurrence over the rows loses, if the sum up to x is approximately
/// 2^-rare times the sum over all losses.
long lost_bits(const Rational& spacing, long last_row, double rare);

}  // namespace plumbline::laplace_sums
