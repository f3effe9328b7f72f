/// Masses and tails of the binomial distribution, as enclosures.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// A probability and its complement, each with its own relative accuracy.
struct Chance {
  Ball p, q;
  static Chance of(const Ball& p) { return {p, Ball::integer(1, p.precision()) - p}; }
  Chance other() const { return {q, p}; }
};

/// Probabilities of the number X of successes in n >= 1 independent trials, 0 < p < 1.
struct BinomialTail {
  Ball mass;  ///< P(X = k)
  Ball tail;  ///< P(X <= k), or P(X >= k)
};
/// Return P(X = k) with the tail P(X <= k) or P(X >= k), 0 <= k <= n. Small terms, whose sum is at most the part
/// `share` of the whole sum, are bounded and not summed; this widens the ball. share = 0 means that only terms below
/// the working precision are omitted.
BinomialTail binomial_at_most(long n, long k, const Chance& chance, double share = 0);
BinomialTail binomial_at_least(long n, long k, const Chance& chance, double share = 0);

/// Returns P(X = k).
Ball binomial_mass(long n, long k, const Chance& chance);

/// Returns the approximate log P(X <= k) at log(p/q) = z. The estimate is only a starting point of searches.
double log_binomial_at_most(long n, long k, double z);
/// Returns the approximate log P(X = k) at log(p/q) = z.
double log_binomial_mass(long n, long k, double z);

}  // namespace plumbline
