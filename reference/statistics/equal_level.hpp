/// Confidence bands of equal local level (Berk and Jones): Clopper-Pearson limits at one common level that hold
/// simultaneously for all thresholds of a score.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// Returns an upper bound of P(U_(j) > u_j for some j), where U_(j) are the order statistics of n uniform numbers and
/// u_j is the upper Clopper-Pearson limit for j - 1 successes in n trials at the level `local`. `coarse` determines how
/// many consecutive j share one bound; 0 treats every j separately.
UpperBound equal_level_bound(long n, const Rational& local, const Poll& poll, double coarse = 0.03);

/// Returns a local level with four digits whose equal_level_bound() is at most `level` and close to it. Throws
/// std::invalid_argument if `level` is below 10^-7.
Rational equal_local_level(long n, const Rational& level, const Poll& poll);

}  // namespace plumbline
