/// The smallest rho for which a composition is rho-zero-concentrated differentially private. D_a is the Renyi
/// divergence of order a.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// The orders at which D_a <= rho a is required: all a >= 1, or 1 <= a <= up_to.
struct RhoOrders {
  std::optional<Rational> up_to{};
};

/// For a composition of discrete Gaussian steps and of Gaussian steps with or without subsampling, returns the smallest
/// c with D_a <= c a at all orders a >= 1 for the same steps without subsampling. If some steps are subsampled, c is
/// also the smallest number with D_a <= c a for the composition itself, forward and in the worst direction. Returns
/// nothing for other compositions, and in reverse if a step is subsampled.
std::optional<Rational> unsampled_rho(const Composition& composition, Direction direction);

/// Returns an upper bound of D_a/a over all orders a >= `order`.
Ball ratio_beyond(const Ball& largest_loss, const Rational& order);

/// Returns the supremum of D_a/a over the orders. Throws std::invalid_argument, naming the remedy, if D_a/a may be
/// unbounded for large orders.
Extended least_rho(const Composition& composition, const RhoOrders& orders, Direction direction,
                   const Effort& effort);

}  // namespace plumbline
