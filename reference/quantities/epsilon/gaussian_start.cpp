#include "reference/quantities/epsilon/gaussian_start.hpp"

#include <cmath>

namespace plumbline {
namespace {

/// Returns log of the Mills ratio Phi(-z)/phi(z).
double log_mills(double z) {
  constexpr double kAsymptotic = 25, kHalfLogTwoPi = 0.9189385332046727;
  if (z < kAsymptotic)
    return std::log(std::erfc(z / std::sqrt(2.0)) / 2) + z * z / 2 + kHalfLogTwoPi;
  const double r = 1 / (z * z);
  return -std::log(z) + std::log1p(-r * (1 - 3 * r * (1 - 5 * r * (1 - 7 * r))));
}

double log_delta(double z, double mu) {
  constexpr double kHalfLogTwoPi = 0.9189385332046727;
  const double near = log_mills(z), far = log_mills(z + mu);
  return -z * z / 2 - kHalfLogTwoPi + near + std::log(-std::expm1(far - near));
}

}  // namespace

GaussianStart gaussian_start(const Rational& mu_squared, const Rational& D, Bits p) {
  const Ball squared(mu_squared, p), mu_ball = sqrt(squared);
  const double mu = mu_ball.approximate(), goal = Ball(D, Bits{64}).log_approximate();
  constexpr int kHalvings = 200;
  double low = -38, high = 1e4;  // delta(z) decreases
  for (int i = 0; i < kHalvings && low < high; ++i) {
    const double middle = (low + high) / 2;
    if (middle == low || middle == high) break;
    (log_delta(middle, mu) > goal ? low : high) = middle;
  }
  const double h = 1e-4, slope = (log_delta(low + h, mu) - log_delta(low - h, mu)) / (2 * h);
  const Ball epsilon = squared / 2 + mu_ball * Ball::from_binary64(low, p);
  return {epsilon.midpoint(), slope / mu};
}

}  // namespace plumbline
