/// The method by which Ghazi and Issa (2024) evaluate their Theorem 2 for thousands of steps: the probability of each
/// type (numbers of losses +eps, 0, -eps) by Stirling's leading term and a Kullback-Leibler divergence.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "verify/approximations/numerics/special_functions.hpp"

namespace plumbline::approximations {

/// Returns the contribution of one count c, of a loss of probability p, to the log of Stirling's leading term of the
/// multinomial probability k!/(prod counts!) prod p^counts. The log is -sum (c log(c/(k p)) + log(2 pi c)/2 for c > 0)
/// + log(2 pi k)/2.
template <class Real>
Real type_count_term(const Real& count, const Real& k, const Real& log_p) {
  using std::log;
  if (count == 0) return Real(0);
  const Real two_pi = constants::two_pi<Real>();
  return -count * (log(count / k) - log_p) - log(two_pi * count) / 2;
}

/// Returns the Q-masses of the total losses j epsilon, j = 0 .. k, of k steps, where alpha is the mass of the loss 0 in
/// one step. Sums over all types in time O(k^2).
template <class Real>
std::vector<Real> type_masses(const Real& epsilon, const Real& alpha, long k) {
  using std::exp;
  using std::log;
  const Real n = Real(k), log_plus = log((1 - alpha) / (1 + exp(-epsilon)));
  const Real log_minus = log_plus - epsilon, log_zero = log(alpha);
  const Real front = log(constants::two_pi<Real>() * n) / 2;
  const Real least = log(std::numeric_limits<Real>::min());
  const size_t size = static_cast<size_t>(k) + 1;
  std::vector<Real> plus(size), minus(size), zero(size), q(size, Real(0));
  for (size_t c = 0; c < size; ++c) {
    const Real count = Real(static_cast<long>(c));
    plus[c] = type_count_term(count, n, log_plus);
    minus[c] = type_count_term(count, n, log_minus);
    zero[c] = type_count_term(count, n, log_zero);
  }
  for (size_t up = 0; up < size; ++up) {
    for (size_t down = 0; down <= up && up + down < size; ++down) {
      const Real log_mass = front + plus[up] + minus[down] + zero[size - 1 - up - down];
      if (log_mass > least) q[up - down] += exp(log_mass);
    }
  }
  return q;
}

/// Returns delta at the epsilons j epsilon, j = 0 .. k, for k steps, where alpha is the mass of the loss 0 in one step.
template <class Real>
std::vector<Real> type_deltas(const Real& epsilon, const Real& alpha, long k) {
  using std::exp;
  const std::vector<Real> q = type_masses(epsilon, alpha, k);
  const Real x = exp(-epsilon), rest = -expm1(Real(-epsilon));
  std::vector<Real> out(q.size(), Real(0));
  Real above(0), delta(0);
  for (size_t j = q.size() - 1; j > 0; --j) {
    above += q[j];
    delta = x * delta + rest * above;
    out[j - 1] = delta;
  }
  return out;
}

}  // namespace plumbline::approximations
