/// Tests the promise that a run fails with at most a small probability, from the number of failed runs.
#pragma once

#include "reference/arithmetic/rational.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// Returns a p-value, rounded up, of the promise "a run fails with probability at most `error`", after `runs` runs of
/// which `wrong` failed. The p-value is valid for any stopping time. It is valid simultaneously for `settings` settings
/// if each setting has its own runs and the number of settings is fixed in advance. 0 <= wrong <= runs, 0 < error < 1,
/// settings >= 1. The p-value is 1 if there is no evidence against the promise. Throws std::invalid_argument on other
/// arguments. Method: PROMISE-EVIDENCE.
UpperBound anytime_p_value(long runs, long wrong, const Rational& error, long settings);

}  // namespace plumbline
