/// Gauss-Legendre rules in ball arithmetic, and their error for functions that are analytic in an ellipse. The rules
/// suit an integrand that is analytic around a finite path but does not decay at the ends of the path.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Nodes and weights on [-1, 1].
struct GaussRule {
  std::vector<Ball> nodes, weights;
};

/// Returns the rule with n >= 1 points. Computed rules are cached and shared. `poll` may throw.
std::shared_ptr<const GaussRule> gauss_legendre(
    size_t n, Bits p, const std::function<void()>& poll = [] {});

/// Returns a bound of the error of the n-point rule on [-1, 1] for functions f with |f| <= M in the ellipse of
/// parameter rho > 1: BOUND(GAUSS-ELLIPSE). The double rho stands for its exact value.
Ball gauss_error(size_t n, double rho, const Ball& M);

/// Heuristic: returns the smallest n for which the error bound is below e^log_tolerance, given log M.
double gauss_size(double rho, double log_M, double log_tolerance);

}  // namespace plumbline
