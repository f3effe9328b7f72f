/// The part of a sweep that a run executes.
#pragma once

#include "tests/support.hpp"

namespace plumbline::testing {

/// Returns 'share' in the suite; in nightly runs 'whole' times PLUMBLINE_TEST_MULTIPLIER.
inline int of_sweep(int share, int whole) { return iterations(1) == 1 ? share : iterations(whole); }

/// Returns true if a run includes case i of a list: in the suite every k-th case, in nightly runs all.
inline bool of_list(int i, int k) { return iterations(1) > 1 || i % k == 0; }

}  // namespace plumbline::testing
