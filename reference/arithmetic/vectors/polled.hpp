/// Work on long vectors that looks at the clock: `poll` is called now and then and may throw.
#pragma once

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// sum_k a[k] x^k, the powers to a relative accuracy of p bits less about log2(n).
ComplexBall power_sum(const ComplexVector& a, const ComplexBall& x, Bits p,
                      const std::function<void()>& poll);

/// v[i] = v[i]^n for a natural number n. Where `poll` throws, some are raised and some are not.
void raise(ComplexVector* v, const Rational& n, const std::function<void()>& poll);

}  // namespace plumbline
