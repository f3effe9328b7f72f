/// Renyi divergences of pairs of known law as exact upper bounds, for promises.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns a rational that is at least D_a of one step in both directions; nothing where it is infinite or not
/// known at this order, which is above 1.
std::optional<Rational> renyi_at_most(const DominatingPair& pair, const Rational& order);

/// The orders at which a promise at every order is held beside a mechanism of known law.
const std::vector<Rational>& orders_beside();

}  // namespace plumbline
