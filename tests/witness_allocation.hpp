/// Random allocation computed in other ways: nothing here shares code with reference/.
#pragma once

#include <complex>

#include "tests/witness.hpp"

namespace plumbline::witness {

using Long = std::complex<long double>;

/// E e^{-xY}, Y = e^{mu Z - mu^2/2}, Re x >= 0, mu >= 0.4: a trapezoid sum over Z, turned to where
/// x e^{mu Z} is real.
Long lognormal_laplace(long double mu, Long x);

/// One epoch: E_P[(k - S/t)_+] = (1/2 pi i) int E[e^{-xS/t}] e^{kx} dx/x^2, Re x > 0, without
/// fractional moments.
long double allocation_excess(long double mu, int t, long double k);

/// t = 2: E_P[(S/2 - k)_+] by quadrature over one step, the other in closed form.
Real allocation_delta_of_two(const Real& mu, const Real& k);
/// t = 2: E_P[(S/2)^(c+iy)] by a sum over both.
Complex allocation_transform_of_two(const Real& mu, const Real& c, const Real& y);

}  // namespace plumbline::witness
