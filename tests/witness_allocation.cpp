#include "tests/witness_allocation.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <vector>

namespace plumbline::witness {
namespace {

constexpr long double kPi = boost::math::constants::pi<long double>();

Real normal(const Real& x) { return boost::math::erfc(-x / sqrt(Real(2))) / 2; }

}  // namespace

Long lognormal_laplace(long double mu, Long x) {
  // Sum on the line Z + i tau with mu tau = -arg x; the strip has half-width pi/(2 mu), limited to 5.
  const long double tau = -std::arg(x) / mu, r = std::abs(x);
  const long double b = std::min(5.0L, kPi / 2 / mu), h = 2 * kPi * b / (50 + b * b / 2);
  Long sum = 0;
  for (long double s = -22; s < 14; s += h) {
    const long double size = -r * std::exp(mu * s - mu * mu / 2) + (tau * tau - s * s) / 2;
    sum += std::exp(Long(size, -s * tau));
  }
  return sum * h / std::sqrt(2 * kPi);
}

long double allocation_excess(long double mu, int t, long double k) {
  // Substitution x = x0 + i x0 sinh w.
  const long double x0 = 1.5L;
  long double sum = 0, omega = 0;
  const long double h = 1 / 512.0L;
  for (int i = 0; i < 512 * 14; ++i) {
    omega = x0 * std::sinh(h * i);
    const Long x(x0, omega);
    const Long phi = lognormal_laplace(mu, x / static_cast<long double>(t));
    const Long value = std::exp(std::log(phi) * static_cast<long double>(t) + k * x) / (x * x);
    sum += (i == 0 ? 0.5L : 1.0L) * value.real() * x0 * std::cosh(h * i);
    if (std::abs(value) * omega < 1e-24L && i > 512) break;
  }
  return sum * h / kPi;
}

Real allocation_delta_of_two(const Real& mu, const Real& k) {
  // Conditional on Y_1 = y: E[(Y_2 - (2k - y))_+]/2.
  const auto inner = [&](const Real& z) -> Real {
    const Real y = exp(mu * z - mu * mu / 2), strike = 2 * k - y;
    Real value = 1 - strike;
    if (strike > 0) {
      const Real d = -log(strike) / mu;
      value = normal(d + mu / 2) - strike * normal(d - mu / 2);
    }
    return value / 2 * exp(-z * z / 2) / sqrt(2 * boost::math::constants::pi<Real>());
  };
  const Real corner = (log(2 * k) + mu * mu / 2) / mu;
  using Rule = boost::math::quadrature::gauss_kronrod<Real, 61>;
  Real sum = 0;
  std::vector<Real> sorted = {-14,        -4,     0, corner - 2, corner, corner + Real(0.5),
                              corner + 2, 14 + mu};
  // Left of the corner the integrand is smooth, but not analytic at the corner.
  for (Real d = 1; d > Real(1e-7); d /= 2) sorted.push_back(corner - d);
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] > sorted[i - 1]) {
      sum += Rule::integrate(inner, sorted[i - 1], sorted[i], 6, Real(1e-24));
    }
  }
  return sum;
}

Complex allocation_transform_of_two(const Real& mu, const Real& c, const Real& y) {
  const Real h = Real(1) / 8;
  const Real reach = 12 + abs(c) * mu;
  const int n = static_cast<int>(reach / h);
  std::vector<Real> Y, weight;
  for (int i = -n; i <= n; ++i) {
    const Real z = i * h;
    Y.push_back(exp(mu * z - mu * mu / 2));
    weight.push_back(exp(-z * z / 2) * h / sqrt(2 * boost::math::constants::pi<Real>()));
  }
  Complex sum{0, 0};
  for (size_t i = 0; i < Y.size(); ++i) {
    for (size_t j = 0; j <= i; ++j) {
      const Real l = log((Y[i] + Y[j]) / 2);
      const Real size = exp(c * l) * weight[i] * weight[j] * (i == j ? 1 : 2);
      sum.re += size * cos(y * l);
      sum.im += size * sin(y * l);
    }
  }
  return sum;
}

}  // namespace plumbline::witness
