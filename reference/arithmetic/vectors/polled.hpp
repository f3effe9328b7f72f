/// Work on long vectors that can be interrupted: `poll` is called regularly and may throw.
#pragma once

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// sum_k a[k] x^k, with powers to a relative accuracy of p bits minus approximately log2(n).
ComplexBall power_sum(const ComplexVector& a, const ComplexBall& x, Bits p,
                      const std::function<void()>& poll);

/// v[i] = v[i]^n for a natural number n. If `poll` throws, some entries are raised and some are not.
void raise(ComplexVector* v, const Rational& n, const std::function<void()>& poll);

}  // namespace plumbline
