/// A promise about Renyi divergences of neighbours, if a mechanism is known by it alone.
#pragma once

#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// D_a(P||Q) and D_a(Q||P) are at most xi + rho a for every order a >= 1 if `orders` is empty, and at most bounds[i] at
/// a = orders[i] otherwise. Offered by pairs that represent all mechanisms with such a promise: each point of their
/// trade-off curve belongs to one of these, and no pair has the whole curve.
struct RenyiPromise {
  Rational rho{0}, xi{0};
  std::vector<Rational> orders{},
      bounds{};  ///< increasing orders of at least 1/2, the last one at least 1
  Rational sampled{
      1};  ///< p: the class of (P, (1-p) P + p Q) for all (P, Q) with these divergences

  bool is_sampled() const { return sampled != Rational(1); }
  bool at_every_order() const { return orders.empty(); }
};

}  // namespace plumbline
