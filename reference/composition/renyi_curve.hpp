/// Upper bounds of the Renyi divergences of pairs with known distribution, as exact rationals, for promises.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns a rational upper bound of D_a of one step in both directions, for an order a > 1; nothing if it is
/// infinite or unknown at this order.
std::optional<Rational> renyi_at_most(const DominatingPair& pair, const Rational& order);

/// Returns the orders used to combine a promise about all orders with a mechanism of known distribution.
const std::vector<Rational>& orders_beside();

}  // namespace plumbline
