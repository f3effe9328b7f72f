#include "reference/quantities/between_divergence.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/between_engine.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

// BOUND(BETWEEN-DIVERGENCES)
// Statement.  For each factor, let its trade-off function lie between those of two pairs. Let f be the trade-off
//             function of the composition. Then D_a of the composition, the supremum of D_a/a over any set of orders,
//             and the smallest mu with f >= G_mu lie between their values for the two compositions of these pairs.
// Needs.      The order of each factor's pairs: PARAMETER-ORDER, by the code that makes the pair.
// Proof.      Let f' <= f be the trade-off functions of two of these compositions. A random map transforms the
//             composition of f' into that of f (BETWEEN-PAIRS), and Renyi divergences of every order do not increase
//             under a random map. A supremum preserves the order. If f' >= G_mu, then f >= f' >= G_mu, so that the
//             smallest mu of f is at most that of f'.
// Source.     Van Erven, Harremoes, Renyi divergence and Kullback-Leibler divergence (2014), Theorem 9.
std::optional<Extended> divergence_between(const Composition& composition, int digits,
                                           const std::function<Extended(const Composition&)>& of) {
  const auto ends = composition_ends(composition);
  if (!ends) return std::nullopt;
  const Extended less = of(ends->less);
  if (less.is_infinite()) return less;
  const Extended more = of(ends->more);
  if (more.is_infinite()) return certain_renyi();
  const Ball low = less->value().lower(), high = more->value().upper();
  if (certainly_less(high, low)) {
    throw Contradiction("of two ordered pairs, the less private one has a smaller divergence");
  }
  const Ball found = bound<"BETWEEN-DIVERGENCES">(Ball::hull(low, high));
  return certified({found, {{}, {}, {}, found.radius()}}, more->engine(), digits);
}

}  // namespace plumbline
