/// The smallest rho for which a composition is rho-zero-concentrated differentially private.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// The orders at which D_a <= rho a is required: all from 1 on, or those up to a maximum.
struct RhoOrders {
  std::optional<Rational> up_to{};
};

/// The constant c without subsampling, for a composition of Gaussian steps, subsampled or not, and of discrete Gaussian
/// steps: D_a <= c a at all orders a >= 1, and c is the smallest such number. Returns nothing for other compositions.
std::optional<Rational> unsampled_rho(const Composition& composition);

/// Returns the supremum of D_a/a over the orders. Throws std::invalid_argument, naming the remedy, if large orders are
/// not known to be irrelevant.
Extended least_rho(const Composition& composition, const RhoOrders& orders, Direction direction,
                   const Effort& effort);

}  // namespace plumbline
