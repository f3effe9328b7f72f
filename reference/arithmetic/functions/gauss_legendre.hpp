/// Gauss-Legendre rules in balls, and their error for functions analytic in an ellipse. They suit an integrand that is
/// analytic around a finite path but does not decay at its ends.
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

/// The rule with n points, n >= 1; computed rules are cached and shared. `poll` may throw.
std::shared_ptr<const GaussRule> gauss_legendre(
    size_t n, Bits p, const std::function<void()>& poll = [] {});

/// The error of the n-point rule on [-1, 1] for |f| <= M in the ellipse of rho > 1, a double taken exactly, by
/// BOUND(GAUSS-ELLIPSE).
Ball gauss_error(size_t n, double rho, const Ball& M);

/// The smallest n for which this error is below e^log_tolerance, given log M: a heuristic.
double gauss_size(double rho, double log_M, double log_tolerance);

}  // namespace plumbline
