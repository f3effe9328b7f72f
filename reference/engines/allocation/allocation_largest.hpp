/// Bounds random allocation with small sigma by the largest output, which contains nearly all information.
#pragma once

#include "reference/engines/allocation/allocation_mean.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns delta, one_minus_delta or excess of the forward pair by BOUND(ALLOCATION-LARGEST). The enclosure is not
/// clipped to the possible values. It is narrow if the output of the allocated step is usually the largest. Throws
/// std::logic_error on other questions.
Ball profile_by_largest(Question question, const Real& t, const OneOfSteps& steps, Bits p);

}  // namespace plumbline
