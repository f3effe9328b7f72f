/// Three steps: the answer of two at complex arguments, integrated over the noise of the first.
#pragma once

#include "reference/composition/direct_two.hpp"

namespace plumbline::direct {

/// The answer for steps[0], [1], [2] together at t; rounding errors near 2^-p, width near
/// 2^-tolerance.
Ball three(const std::vector<Step>& steps, Question question, const Real& t, long tolerance, Bits p,
           const Poll& poll);

}  // namespace plumbline::direct
