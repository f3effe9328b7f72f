#include "reference/arithmetic/functions/gauss_legendre.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/flint.hpp"

namespace plumbline {

std::shared_ptr<const GaussRule> gauss_legendre(size_t n, Bits p,
                                                const std::function<void()>& poll) {
  static std::mutex guard;
  static std::map<std::pair<size_t, long>, std::shared_ptr<const GaussRule>> known;
  const Bits rounded{(p.n + 63) / 64 * 64};  // few distinct precisions, hence few rules
  const std::pair<size_t, long> key(n, rounded.n);
  {
    const std::lock_guard<std::mutex> lock(guard);
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
  }
  auto rule = std::make_shared<GaussRule>();
  rule->nodes.assign(n, Ball(rounded));
  rule->weights.assign(n, Ball(rounded));
  for (size_t k = 0; k < n; ++k) {
    poll();
    arb_hypgeom_legendre_p_ui_root(rule->nodes[k].raw(), rule->weights[k].raw(), n, k, rounded.n);
  }
  const std::lock_guard<std::mutex> lock(guard);
  constexpr size_t kMostKept = 200;
  if (known.size() >= kMostKept) known.clear();
  known[key] = rule;
  return rule;
}

// BOUND(GAUSS-ELLIPSE)
// Statement.  Let f be analytic with |f| <= M in the open ellipse with foci -1 and 1 and semi-axes (rho + 1/rho)/2
//             and (rho - 1/rho)/2, rho > 1. The error of the Gauss-Legendre rule with n >= 1 nodes x_k and weights
//             w_k is
//
//                 |int_{-1}^{1} f - sum_k w_k f(x_k)| <= 8 M rho^{-2n} / (1 - 1/rho).
// Needs.      (a) rho > 1, n >= 1: checked here (indeterminate otherwise). (b) f is analytic in the ellipse and
//             bounded there by M >= 0: the caller.
// Proof.      The Chebyshev coefficients a_k of f satisfy |a_k| <= 2 M rho^{-k} for k >= 1. The rule is exact for the
//             terms of degree below 2n. The other terms sum to at most 2 M rho^{-2n}/(1 - 1/rho) on [-1, 1]. The
//             integral of these terms is at most twice that, and so is the rule, because its weights are positive
//             with sum 2.
// Source.     Trefethen, Approximation Theory and Approximation Practice, Theorems 8.1 and 19.3.
Ball gauss_error(size_t n, double rho, const Ball& M) {
  const Bits p{64};
  if (!(rho > 1) || n == 0) return Ball::indeterminate(p);
  const Ball one = Ball::integer(1, p), r = Ball::from_binary64(rho, p);
  const Ball power_of_rho = power(r, Rational(2 * static_cast<long>(n)));
  return bound_number<"GAUSS-ELLIPSE">((M * 8 / (power_of_rho * (one - one / r))).at(p));
}

double gauss_size(double rho, double log_M, double log_tolerance) {
  const double excess = log_M + std::log(8 / (1 - 1 / rho)) - log_tolerance;
  return std::max(1.0, std::ceil(excess / (2 * std::log(rho))));
}

}  // namespace plumbline
