/// The logarithm of the Gamma function at complex arguments.
#pragma once

#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline {

/// Returns log Gamma(z) for Re z > 0, on the branch that is real on the positive axis.
ComplexBall log_gamma(const ComplexBall& z);

}  // namespace plumbline
