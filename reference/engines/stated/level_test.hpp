/// The trade-off function f at one level, for the class of all mechanisms that satisfy a promise about Renyi
/// divergences.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/engines/stated/order_values.hpp"

namespace plumbline::stated {

/// Enclosures of f(alpha) and of 1 - f(alpha), each with its own relative accuracy.
struct LevelErrors {
  Ball missed, power;
};

/// Returns the errors at the level alpha, 0 < alpha < 1, for the class of all mechanisms that satisfy the promise.
/// The promise must not be subsampled. The relative width is 10^-digits if the search finds the tightest order at the
/// level.
LevelErrors errors_at_level(const RenyiPromise& promise, const Rational& alpha,
                            const Effort& effort);

/// Returns true if this order of the promise is proved to exclude the test (x, y), and so every (x, y') with y' >= y.
bool is_beyond(const RenyiPromise& promise, const Test& test, const PromisedOrder& order, Bits p);

}  // namespace plumbline::stated
