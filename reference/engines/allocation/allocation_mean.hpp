/// Bounds the profile of random allocation, whose likelihood ratio is a mean of independent terms.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Random allocation: the record takes part in one of n Gaussian steps. mu^2 > 0, n >= 1.
struct OneOfSteps {
  Rational mu_squared, n;
};

/// Returns delta, one_minus_delta or excess of the forward pair by BOUND(ALLOCATION-NORMAL). The enclosure is not
/// clipped to the possible values. It is narrow if n is large relative to e^{2 mu^2}, and indeterminate if it proves
/// nothing. Throws std::logic_error on other questions.
Ball profile_by_normal_mean(Question question, const Real& t, const OneOfSteps& steps, Bits p);

}  // namespace plumbline
