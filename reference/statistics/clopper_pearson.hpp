/// Exact confidence limits of a probability from a number of successes.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Returns the upper limit of Clopper and Pearson: the largest p with P(Bin(n, p) <= k) >= level, enclosed to
/// 10^-digits relative to p and to 1 - p; exactly 1 if k = n. 0 <= k <= n, n >= 1, 0 < level < 1.
Ball clopper_pearson_upper(long n, long k, const Rational& level, int digits);

/// Returns the lower limit: the smallest p with P(Bin(n, p) >= k) >= level; exactly 0 if k = 0.
Ball clopper_pearson_lower(long n, long k, const Rational& level, int digits);

/// Returns an approximation of the upper limit, for searches.
double approximate_clopper_pearson(long n, long k, double level);

}  // namespace plumbline
