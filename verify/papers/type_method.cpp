#include "verify/papers/type_method.hpp"

#include <cmath>

namespace plumbline {
namespace {

constexpr double kTwoPi = 6.283185307179586;

/// log of Stirling's leading term of k!/(prod counts!) prod p^counts, split into one-count terms:
/// -sum (c log(c/(k p)) + log(2 pi c)/2 for c > 0) + log(2 pi k)/2.
double count_term(double count, double k, double log_p) {
  if (count == 0) return 0;
  return -count * (std::log(count / k) - log_p) - 0.5 * std::log(kTwoPi * count);
}

}  // namespace

std::vector<double> type_method_deltas(double epsilon, double alpha, long k) {
  const double n = static_cast<double>(k);
  const double ends = (1 - alpha) / (1 + std::exp(-epsilon));
  const double log_plus = std::log(ends), log_minus = log_plus - epsilon,
               log_zero = std::log(alpha);
  const size_t size = static_cast<size_t>(k) + 1;
  std::vector<double> plus(size), minus(size), zero(size), q(size, 0.0);
  for (size_t c = 0; c < size; ++c) {
    const double count = static_cast<double>(c);
    plus[c] = count_term(count, n, log_plus);
    minus[c] = count_term(count, n, log_minus);
    zero[c] = count_term(count, n, log_zero);
  }
  const double front = 0.5 * std::log(kTwoPi * n);
  for (size_t up = 0; up < size; ++up) {
    for (size_t down = 0; down <= up && up + down < size; ++down) {
      const double log_mass = front + plus[up] + minus[down] + zero[size - 1 - up - down];
      if (log_mass > -745) q[up - down] += std::exp(log_mass);
    }
  }
  const double x = std::exp(-epsilon), rest = -std::expm1(-epsilon);
  std::vector<double> out(size, 0.0);
  double above = 0, delta = 0;
  for (size_t j = size - 1; j > 0; --j) {
    above += q[j];
    delta = x * delta + rest * above;
    out[j - 1] = delta;
  }
  return out;
}

}  // namespace plumbline
