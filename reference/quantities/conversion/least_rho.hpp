/// The smallest rho for which a composition is rho-zero-concentrated differentially private.
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

/// For a composition of Gaussian steps, subsampled or not, and of discrete Gaussian steps: returns the constant c of
/// the same steps without subsampling. D_a <= c a at all orders a >= 1. The constant c is the smallest such number
/// forward and in the worse direction, and also in reverse if no step is sampled. Returns nothing for other
/// compositions, and in reverse for compositions with sampled steps.
std::optional<Rational> unsampled_rho(const Composition& composition, Direction direction);

/// Returns an upper bound of D_a/a over all orders a >= `order`.
Ball ratio_beyond(const Ball& largest_loss, const Rational& order);

/// Returns the supremum of D_a/a over the orders. Throws std::invalid_argument, naming the remedy, if D_a/a may be
/// unbounded for large orders.
Extended least_rho(const Composition& composition, const RhoOrders& orders, Direction direction,
                   const Effort& effort);

}  // namespace plumbline
