/// Three steps: the answer of two at complex arguments, integrated over the noise of the first.
#pragma once

#include "reference/engines/direct/direct_two.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::direct {

/// The answer for steps[0], [1], [2] together at t; rounding errors near 2^-p, width near
/// 2^-tolerance. What is cut off at infinite ends is aimed at 2^-cut (somewhat below 2^-tolerance
/// unless given).
Ball three(const std::vector<Step>& steps, Question question, const Real& t, long tolerance, Bits p,
           const Poll& poll, std::optional<long> cut = std::nullopt);

}  // namespace plumbline::direct
