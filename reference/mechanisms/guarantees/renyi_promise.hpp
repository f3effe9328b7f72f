/// A promise about Renyi divergences of neighbours, for mechanisms about which only this promise is known.
#pragma once

#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// D_a(P||Q) and D_a(Q||P) are at most xi + rho a for every order a >= 1 if `orders` is empty, and at most bounds[i]
/// at a = orders[i] otherwise. Offered by pairs that represent all mechanisms with such a promise: each point of their
/// trade-off curve is attained by one of these mechanisms, and no single pair attains the whole curve.
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
