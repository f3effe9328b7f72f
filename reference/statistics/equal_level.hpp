/// Bands of equal local level (Berk and Jones): limits of Clopper and Pearson that hold for all cuts at
/// once.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// An upper bound of P(U_(j) > u_j for some j), U_(j) the order statistics of n uniform numbers and u_j the
/// limit of Clopper and Pearson of j - 1 of n at this local level. `coarse`: 0, every j is looked at by itself.
UpperBound equal_level_bound(long n, const Rational& local, const Poll& poll, double coarse = 0.03);

/// A local level, of four digits, whose bound is at most `level` and not much less. Throws
/// std::invalid_argument where the level is below 10^-7.
Rational equal_local_level(long n, const Rational& level, const Poll& poll);

}  // namespace plumbline
