/// Interruptible work on long vectors: `poll` is called regularly and may throw.
#pragma once

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// Returns sum_k a[k] x^k. The powers of x have a relative accuracy of p minus approximately log2(n) bits.
ComplexBall power_sum(const ComplexVector& a, const ComplexBall& x, Bits p,
                      const std::function<void()>& poll);

/// Computes v[i] = v[i]^n for a natural number n. If `poll` throws, only some of the entries are raised.
void raise(ComplexVector* v, const Rational& n, const std::function<void()>& poll);

}  // namespace plumbline
