/// Skellam noise on vectors of integers, by its Renyi divergences.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// The largest changes of a vector of integers by one record, at least 1.
struct IntegerMoves {
  Rational squares;  ///< sum s_i^2 is at most this, a whole number
  Rational count;    ///< so many coordinates change at most
  Rational single;   ///< one coordinate alone may change by this
};

/// Returns what l1 and l2 leave room for, of which one is given at least: sum |s_i| <= l1, sum s_i^2 <= l2^2. Throws
/// std::invalid_argument where either is below 1.
IntegerMoves integer_moves(const Parameters& parameters);

/// Returns an upper bound of D_a between Skellam noise of variance mu on each coordinate and the same moved so, for
/// a real order a > 1, in both directions.
Ball skellam_divergence(const Rational& mu, const IntegerMoves& moves, const Rational& order,
                        Bits p);

/// Returns the orders at which skellam_divergence is stated.
std::vector<Rational> skellam_orders(const IntegerMoves& moves);

/// Returns the class of all such mechanisms, as a promise about Renyi divergences at these orders. Throws
/// std::invalid_argument where a parameter is out of range.
Mechanism skellam_vectors(const Parameters& parameters);

}  // namespace plumbline
