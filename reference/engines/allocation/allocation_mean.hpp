/// Bounds the profile through the likelihood ratio of random allocation, which is a mean of independent terms.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// One of n Gaussian steps: mu^2 > 0, n >= 1.
struct OneOfSteps {
  Rational mu_squared, n;
};

/// delta, one_minus_delta or excess of the forward pair by BOUND(ALLOCATION-NORMAL): narrow if n is large relative to
/// e^{2 mu^2}. Not clipped; indeterminate if it proves nothing. Throws std::logic_error on other questions.
Ball profile_by_normal_mean(Question question, const Real& t, const OneOfSteps& steps, Bits p);

}  // namespace plumbline
