#include "reference/mechanisms/allocation/allocation.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

namespace plumbline::allocation {
namespace {

Rational factorial(int n) {
  Rational out(1);
  for (int i = 2; i <= n; ++i) out = out * Rational(i);
  return out;
}

/// Returns the Summand for the partition `parts` of n. Its weight is t^-n times the number of ordered products of n
/// steps in which the steps have the exponents `parts`.
Summand term(const AllocationLaw& law, int n, const std::vector<int>& parts) {
  Summand out{factorial(n), 0, {}};
  std::map<int, long> equal;
  for (size_t i = 0; i < parts.size(); ++i) {
    const int k = parts[i];
    ++equal[k];
    out.weight = out.weight / factorial(k) * (law.t - Rational(static_cast<long>(i)));
    out.quadratic += k * (k - 1) / 2;
  }
  for (const auto& [k, count] : equal) {
    out.weight = out.weight / factorial(static_cast<int>(count));
    out.factors.push_back({k, Rational(count)});
  }
  out.weight = out.weight / power(law.t, n);
  const Rational others = law.t - Rational(static_cast<long>(parts.size()));
  if (others.sign() > 0) out.factors.push_back({0, others});
  return out;
}

}  // namespace

// (S/t)^n is t^-n times the sum of n!/(k_1! ... k_m!) Y_{i_1}^{k_1} ... Y_{i_m}^{k_m} over the partitions of n into
// parts k_j and the choices of m steps for these parts. Tilting Z by k mu gives E[Y^k f(Y)] = e^{k(k-1) mu^2/2} E
// f(e^{k mu^2} Y).
std::vector<Summand> summands(const AllocationLaw& law, int n) {
  if (n < 0 || n > kMostOrder) throw std::logic_error("no summands of this order");
  std::vector<Summand> out;
  std::vector<int> parts;
  const std::function<void(int, int)> partitions = [&](int left, int most) {
    if (left == 0 && Rational(static_cast<long>(parts.size())) <= law.t) {
      out.push_back(term(law, n, parts));
    }
    for (int k = std::min(left, most); k >= 1; --k) {
      parts.push_back(k);
      partitions(left - k, k);
      parts.pop_back();
    }
  };
  partitions(n, n);
  return out;
}

}  // namespace plumbline::allocation
