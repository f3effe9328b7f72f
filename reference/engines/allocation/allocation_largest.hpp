/// Random allocation with small sigma: what the largest of the outputs says is nearly all there is.
#pragma once

#include "reference/engines/allocation/allocation_mean.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

/// delta, one_minus_delta or excess of the forward pair by BOUND(ALLOCATION-LARGEST): narrow where the step
/// of the record is the largest but rarely beside another. Not clipped. Throws std::logic_error on other
/// questions.
Ball profile_by_largest(Question question, const Real& t, const OneOfSteps& steps, Bits p);

}  // namespace plumbline
