/// A promise about Renyi divergences of neighbours, for mechanisms about which only this promise is known.
#pragma once

#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// D_a(P||Q) and D_a(Q||P) are at most xi + rho a for every order a >= 1 if `orders` is empty, and at most bounds[i]
/// at a = orders[i] otherwise. A pair that represents all mechanisms with such a promise offers this object. Each point
/// of the trade-off curve of that pair is attained by one of these mechanisms, but no single mechanism attains the
/// whole curve.
struct RenyiPromise {
  Rational rho{0}, xi{0};
  std::vector<Rational> orders{},
      bounds{};  ///< increasing orders of at least 1/2, the last one at least 1
  /// The sampling rate p. If it is below 1, the promise stands for all pairs (P, (1-p) P + p Q) for which (P, Q) has
  /// these divergences.
  Rational sampled{1};

  bool is_sampled() const { return sampled != Rational(1); }
  bool at_every_order() const { return orders.empty(); }
};

}  // namespace plumbline
