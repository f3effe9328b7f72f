/// Other computations of random allocation, which share no code with reference/.
#pragma once

#include <complex>

#include "tests/witness.hpp"

namespace plumbline::witness {

using Long = std::complex<long double>;

/// Returns E e^{-xY}, Y = e^{mu Z - mu^2/2}, Re x >= 0, mu >= 0.4, by a trapezoidal sum over Z on a shifted line
/// where x e^{mu Z} is real.
Long lognormal_laplace(long double mu, Long x);

/// Returns E_P[(k - S/t)_+] = (1/2 pi i) int E[e^{-xS/t}] e^{kx} dx/x^2, Re x > 0, for one epoch, without fractional
/// moments.
long double allocation_excess(long double mu, int t, long double k);

/// Returns E_P[(S/2 - k)_+] for t = 2: quadrature over one step, closed form for the other.
Real allocation_delta_of_two(const Real& mu, const Real& k);
/// Returns E_P[(S/2)^(c+iy)] for t = 2 by a sum over both steps.
Complex allocation_transform_of_two(const Real& mu, const Real& c, const Real& y);

}  // namespace plumbline::witness
