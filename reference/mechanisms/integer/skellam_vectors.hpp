/// Skellam noise on vectors of integers, described by its Renyi divergences.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// The maximum change of a vector of integers by one record; each number is at least 1.
struct IntegerMoves {
  Rational squares;  ///< upper bound of sum s_i^2, an integer
  Rational count;    ///< maximum number of coordinates that change
  Rational single;   ///< maximum change of a single coordinate
};

/// Returns the maximum changes under sum |s_i| <= l1 and sum s_i^2 <= l2^2, where at least one of l1 and l2 is
/// present. Throws std::invalid_argument if one of them is below 1 or both are missing.
IntegerMoves integer_moves(const Parameters& parameters);

/// Returns an upper bound, in both directions, of D_a between Skellam noise of variance mu on each coordinate and the
/// same noise shifted by a vector of integers within the maximum changes `moves`. The order a > 1 is real.
Ball skellam_divergence(const Rational& mu, const IntegerMoves& moves, const Rational& order,
                        Bits p);

/// Returns the orders at which the mechanism states skellam_divergence.
std::vector<Rational> skellam_orders(const IntegerMoves& moves);

/// Returns the pair of the promise that D_a is at most skellam_divergence at the orders of skellam_orders. The pair
/// represents all mechanisms with these divergences. Throws std::invalid_argument if a parameter is out of range.
Mechanism skellam_vectors(const Parameters& parameters);

}  // namespace plumbline
