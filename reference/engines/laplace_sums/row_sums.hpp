/// Sums the part below a threshold over the rows: BOUND(LAPLACE-SUM).
#pragma once

#include <vector>

#include "reference/engines/laplace_sums/rows.hpp"

namespace plumbline::laplace_sums {

/// Returns sum_{m <= last_row, j} A_{m,j} e^{rho j} F_m(x-j) for each of these tau = +-1, without the mass at x
/// itself if `open`. The precision of x must exceed the bits that the recurrence over the rows loses: lost_bits().
std::vector<Ball> sums_below(const Rows& rows, const Rational& spacing, long last_row,
                             const std::vector<int>& taus, const Ball& x, bool open,
                             const Poll& poll);

/// Returns the approximate number of bits that this recurrence loses if the sums are 2^-rare of those over the whole
/// line.
long lost_bits(const Rational& spacing, long last_row, double rare);

}  // namespace plumbline::laplace_sums
