/// Renyi divergences between two orders.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// An order and its divergence, or an upper bound of this divergence.
struct OrderPoint {
  Rational order;
  Ball divergence;
};

/// Returns an upper bound of D_a/a for all orders a in [low.order, high.order], low.order >= 1.
Ball most_between(const OrderPoint& low, const OrderPoint& high);

}  // namespace plumbline
