/// Upper bounds of Renyi divergences at all orders between two orders at which the divergence is known.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// An order and the Renyi divergence of this order, or an upper bound of this divergence.
struct OrderPoint {
  Rational order;
  Ball divergence;
};

/// Returns an upper bound of D_a/a that holds for all orders a in [low.order, high.order], where D_a is the Renyi
/// divergence of order a. Requires low.order >= 1.
Ball most_between(const OrderPoint& low, const OrderPoint& high);

}  // namespace plumbline
