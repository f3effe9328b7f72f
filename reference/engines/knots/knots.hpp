/// Engine "knots": products of few steps of (subsampled) Laplace mechanisms, whose atoms prevent the transform from
/// decaying. The distribution of their sum is analytic between breakpoints, the sums of the steps' smallest and largest
/// losses. High above the real axis the transform is a sum of one term for each breakpoint; the terms of breakpoints
/// below t and above t are integrated along rays on which they decay.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry knots_entry();

}  // namespace plumbline
