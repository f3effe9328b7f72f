/// How strongly runs that went wrong speak against a promise that they go wrong with a small probability.
#pragma once

#include "reference/arithmetic/rational.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// A p-value, rounded up, of the promise "a run goes wrong with probability at most `error`", after `runs`
/// runs of which `wrong` went wrong. It holds whenever one stops, and of `settings` (a number fixed before)
/// together, if each has runs of its own. 0 <= wrong <= runs, 0 < error < 1, settings >= 1. Where nothing speaks against it, 1.
/// Throws std::invalid_argument. Method: PROMISE-EVIDENCE.
UpperBound anytime_p_value(long runs, long wrong, const Rational& error, long settings);

}  // namespace plumbline
