#include "tests/witness.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <ios>

namespace plumbline::witness {

Complex product(const Complex& a, const Complex& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

Complex power(const Complex& z, long n) {
  Complex out{1, 0}, base = z;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) out = product(out, base);
    base = product(base, base);
  }
  return out;
}

Complex mixture_transform(const Real& mu, const Real& p, const Real& c, const Real& y) {
  // Midpoint rule: the error decreases like exp(-b (2 pi/h - |y| mu)) for every b < pi/mu; with this step it is below
  // 1e-35 for mu <= 2.
  const Real steps = (abs(y) * mu + 64) / 4;
  const Real h = 1 / std::max<Real>(16, steps);
  const Real low = std::min<Real>(0, c * mu) - 13, high = std::max<Real>(0, c * mu) + 13;
  Complex sum{0, 0};
  for (Real u = low + h / 2; u < high; u += h) {
    const Real l = log(1 - p + p * exp(mu * u - mu * mu / 2));
    const Real weight = exp(c * l - u * u / 2);
    sum.re += weight * cos(y * l);
    sum.im += weight * sin(y * l);
  }
  const Real scale = h / sqrt(2 * boost::math::constants::pi<Real>());
  return {sum.re * scale, sum.im * scale};
}

Complex laplace_transform(const Real& mu, const Real& c, const Real& y) {
  const auto expi = [](const Real& r, const Real& angle) {
    return Complex{exp(r) * cos(angle), exp(r) * sin(angle)};
  };
  const Complex low = expi(-mu * c, -mu * y), high = expi(-mu * (1 - c), mu * y);
  // (mu/2) int_0^1 e^{-mu x} e^{s mu (2x-1)} dx = (1/2) (e^{-mu(1-s)} - e^{-mu s}) / (2s-1)
  const Complex top{high.re - low.re, high.im - low.im};
  const Real a = 2 * c - 1, b = 2 * y, norm = a * a + b * b;
  const Complex quotient = product(top, {a / norm, -b / norm});
  return {(low.re + high.re + quotient.re) / 2, (low.im + high.im + quotient.im) / 2};
}

Real survival(const Transform& K, bool under_Q, const Real& t, const Real& step, int count) {
  Real sum = 0;
  for (int k = 0; k < count; ++k) {
    const Real y = step * (k + Real(1) / 2);
    const Complex z = product(K(under_Q ? 1 : 0, y), {cos(y * t), -sin(y * t)});
    sum += z.im / y;
  }
  return Real(1) / 2 + sum * step / boost::math::constants::pi<Real>();
}

Real delta(const Transform& K, const Real& t, const Real& step, int count) {
  return survival(K, true, t, step, count) - exp(t) * survival(K, false, t, step, count);
}

Ball as_ball(const Real& x, double relative_error) {
  const Ball value(Rational::parse(x.str(36, std::ios_base::scientific)), Bits{192});
  const Ball slack = abs(value) * Ball::from_binary64(relative_error, Bits{64});
  return widen(value, UpperBound::of(slack));
}

}  // namespace plumbline::witness
