/// Independent computations in Boost.Multiprecision, with other quadrature rules, special functions and number types.
/// They share no code with reference/ and carry no proof; tests check that both agree.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <complex>
#include <functional>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline::witness {

using Real = boost::multiprecision::cpp_bin_float_quad;  // 34 digits

struct Complex {
  Real re, im;
};

/// Returns E_P[w^(c+iy)], w = 1-p + p exp(mu u - mu^2/2), u ~ N(0,1), by midpoint sums on the real line.
Complex mixture_transform(const Real& mu, const Real& p, const Real& c, const Real& y);
/// Returns the transform of the Laplace pair at c + iy, mu = sensitivity/b, from its three pieces.
Complex laplace_transform(const Real& mu, const Real& c, const Real& y);

/// Logarithm of the transform of a whole composition at c + iy. The branch need not be continuous, because only the
/// exponential is used.
using Transform = std::function<Complex(const Real& c, const Real& y)>;

Complex power(const Complex& z, long n);
Complex product(const Complex& a, const Complex& b);

/// Returns P(S > t) (under_Q = false) or Q(S > t) by the Gil-Pelaez integral on the line c = 0 (or 1), with midpoint
/// nodes y = (k + 1/2) step, k < count.
Real survival(const Transform& K, bool under_Q, const Real& t, const Real& step, int count);
/// Returns delta(t) = Q(S > t) - e^t P(S > t) from two values of survival().
Real delta(const Transform& K, const Real& t, const Real& step, int count);

/// Returns a ball of the given relative radius around the exact rational value of x, to compare with enclosures.
Ball as_ball(const Real& x, double relative_error);

}  // namespace plumbline::witness
