/// Three steps: integrates the answer of two steps at complex arguments over the noise of the first.
#pragma once

#include "reference/engines/direct/direct_two.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::direct {

/// Returns the answer at t for the composition of steps[0], steps[1] and steps[2], with rounding errors near 2^-p and
/// a width near 2^-tolerance. The target of the truncation error at infinite ends is 2^-cut (by default slightly
/// below 2^-tolerance).
Ball three(const std::vector<Step>& steps, Question question, const Real& t, long tolerance, Bits p,
           const Poll& poll, std::optional<long> cut = std::nullopt);

}  // namespace plumbline::direct
