/// Exact upper bounds of the Renyi divergences of pairs with known distribution, for promises.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns a rational upper bound of D_a of one step in both directions; nothing if it is infinite or unknown at this
/// order, which is above 1.
std::optional<Rational> renyi_at_most(const DominatingPair& pair, const Rational& order);

/// The orders at which a promise at every order is evaluated together with a mechanism of known distribution.
const std::vector<Rational>& orders_beside();

}  // namespace plumbline
