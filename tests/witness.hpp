/// Independent ways of computing, in Boost.Multiprecision: other quadrature, other special
/// functions, other number type. They share no code with reference/ and carry no proof; agreement
/// of the two is what the tests look for.
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

/// E_P[w^(c+iy)], w = 1-p + p exp(mu u - mu^2/2), u ~ N(0,1): midpoint sums on the real line.
Complex mixture_transform(const Real& mu, const Real& p, const Real& c, const Real& y);
/// The Laplace pair's transform at c + iy, mu = sensitivity/b, by its three pieces.
Complex laplace_transform(const Real& mu, const Real& c, const Real& y);

/// log of the transform of a whole composition at c + iy, on a continuous branch or not: only its
/// exponential is used.
using Transform = std::function<Complex(const Real& c, const Real& y)>;

Complex power(const Complex& z, long n);
Complex product(const Complex& a, const Complex& b);

/// P(S > t) (under_Q = false) or Q(S > t) by the Gil-Pelaez integral on the line c = 0 (or 1), with
/// midpoint nodes y = (k + 1/2) step, k < count.
Real survival(const Transform& K, bool under_Q, const Real& t, const Real& step, int count);
/// delta(t) = Q(S > t) - e^t P(S > t) from the two above.
Real delta(const Transform& K, const Real& t, const Real& step, int count);

/// The exact rational value of x as a wide ball's number, to compare with enclosures.
Ball as_ball(const Real& x, double relative_error);

}  // namespace plumbline::witness
