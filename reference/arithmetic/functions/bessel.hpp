/// Modified Bessel functions of integer order.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Returns e^{-x} I_n(x) for n >= 0 and x > 0, with relative width about 2^-p.
Ball scaled_bessel_i(long n, const Rational& x, Bits p);

}  // namespace plumbline
