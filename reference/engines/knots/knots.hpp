/// Engine "knots": products of few steps of (subsampled) Laplace mechanisms, whose atoms prevent the transform from
/// decaying. The distribution of the total loss is analytic between breakpoints. A breakpoint is a sum in which each
/// step has its smallest or its largest loss. High above the real axis the transform is a sum of one term for each
/// breakpoint. Each term is integrated along a ray on which it decays: to one side for breakpoints below the threshold
/// t, to the other side for breakpoints above t.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry knots_entry();

}  // namespace plumbline
