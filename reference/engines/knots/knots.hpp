/// Engine "knots": products of few steps of (subsampled) Laplace mechanisms, whose atoms keep the
/// transform from decaying. The law of their sum is analytic between breakpoints, the sums of the steps'
/// smallest and largest losses. High above the real axis the transform falls apart into one term
/// for each knot; those below t and those above it are integrated along rays on which they decay.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry knots_entry();

}  // namespace plumbline
