/// The least rho with which a composition is zero-concentrated differentially private.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// The orders at which D_a <= rho a is wanted: all from 1 on, or those up to a largest one.
struct RhoOrders {
  std::optional<Rational> up_to{};
};

/// The unsampled constant c of a composition of Gaussian steps, sampled or not, and of discrete Gaussian ones:
/// D_a <= c a at all orders a >= 1, and no smaller number does. Nothing of other compositions.
std::optional<Rational> unsampled_rho(const Composition& composition);

/// Returns the supremum of D_a/a over the orders. Throws std::invalid_argument, naming the remedy, where it is
/// not known that large orders do not count.
Extended least_rho(const Composition& composition, const RhoOrders& orders, Direction direction,
                   const Effort& effort);

}  // namespace plumbline
