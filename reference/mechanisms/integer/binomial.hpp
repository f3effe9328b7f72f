/// Binomial masses and tails in balls, each with a small relative error, even if the value is tiny.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// The binomial distribution of the number of successes in `count` trials with success probability r. s = 1 - r is a
/// separate parameter, so that neither is computed as a difference.
struct Binomial {
  long count;
  Ball r, s;

  /// Returns P(X = k), 0 <= k <= count.
  Ball mass(long k) const;
  /// Returns P(X >= k) with a relative truncation error of approximately 10^-digits.
  Ball at_least(long k, double digits, const Poll& poll) const;
  /// Upper bounds of P(X >= k) and P(X <= k), each from one mass. The first is 1 for k below the mean, the second for k
  /// above the mean.
  Ball bound_at_least(long k) const;
  Ball bound_at_most(long k) const;
};

/// Computes P(X >= k) for X binomial with m trials, while m and k change by steps of at most one.
class BinomialWalk {
 public:
  BinomialWalk(const Ball& r, const Ball& s, double digits, const Poll& poll)
      : r_(r), s_(s), odds_(r / s), digits_(digits), poll_(poll), tail_(r), mass_(r) {}

  /// Computes P(X >= k) and P(X = k) for the new m and k; cheap if both changed by at most one, and not in opposite
  /// directions.
  void move(long m, long k);
  const Ball& tail() const { return tail_; }
  const Ball& mass() const { return mass_; }

 private:
  void start(long m, long k);

  Ball r_, s_, odds_;
  double digits_;
  const Poll& poll_;
  bool inside_ = false;  ///< true if 1 <= k <= m; otherwise the tail is 1 or 0
  long m_ = 0, k_ = 0;
  Ball tail_, mass_;
};

}  // namespace plumbline
