/// Gauss-Legendre rules whose number of points depends on the precision.
#include <cmath>
#include <map>

#include "verify/approximations/numerics/panels.hpp"
#include "verify/approximations/numerics/special_functions.hpp"

namespace plumbline::approximations {
namespace {

using Real = AdjustableReal;

/// Returns P_n and its derivative at 0 <= x < 1, by the recurrence.
std::pair<Real, Real> legendre(int n, const Real& x) {
  Real before(1), value = x;
  for (int k = 2; k <= n; ++k) {
    Real next = (Real(2 * k - 1) * x * value - Real(k - 1) * before) / Real(k);
    before = std::move(value);
    value = std::move(next);
  }
  const Real slope = Real(n) * (before - x * value) / (1 - x * x);
  return {value, slope};
}

/// Returns the rule for a precision. Its number of points n is at least bits / 5, so that its error of approximately
/// 6^-2n (see gauss_panels) is below 2^-bits.
GaussRule<Real> rule_for(long bits) {
  const int points = 2 * static_cast<int>(2 + bits / 10);
  GaussRule<Real> rule;
  for (int k = points / 2; k >= 1; --k) {
    Real x(std::cos(3.141592653589793 * (k - 0.25) / (points + 0.5)));
    // The error is near 1e-4 at first; each Newton step squares it.
    for (double right = 12; right < 2 * static_cast<double>(bits); right *= 2) {
      const auto [value, slope] = legendre(points, x);
      x -= value / slope;
    }
    const Real slope = legendre(points, x).second;
    rule.weights.push_back(2 / ((1 - x * x) * slope * slope));
    rule.abscissa.push_back(std::move(x));
  }
  return rule;
}

}  // namespace

template <>
const GaussRule<AdjustableReal>& gauss_rule() {
  thread_local std::map<long, GaussRule<AdjustableReal>> rules;
  const long bits = WorkingPrecision::current().n;
  auto it = rules.find(bits);
  if (it == rules.end()) it = rules.emplace(bits, rule_for(bits)).first;
  return it->second;
}

}  // namespace plumbline::approximations
