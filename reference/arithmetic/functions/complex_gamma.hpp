/// The logarithm of the Gamma function at complex arguments.
#pragma once

#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline {

/// log Gamma(z), the branch that is real on the positive axis, for Re z > 0.
ComplexBall log_gamma(const ComplexBall& z);

}  // namespace plumbline
