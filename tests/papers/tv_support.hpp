/// Random steps of bounded total variation, and their compositions by enumeration.
#pragma once

#include <vector>

#include "reference/regions/tv_region.hpp"
#include "tests/support.hpp"

namespace plumbline::testing {

inline const Rational kOne(1);

inline Real log_of(const Rational& q) { return Real(LogLinear{Rational(0), {{q, kOne}}}); }

struct Pair {
  std::vector<Rational> P, Q;
};

/// Returns the dominating pair of Equations 43 and 44.
inline Pair dominating(const Rational& E, const Rational& delta, const Rational& alpha) {
  const Rational rest = kOne - delta, ends = rest * (kOne - alpha) / (kOne + E);
  return {{delta, ends * E, alpha * rest, ends, Rational(0)},
          {Rational(0), ends, alpha * rest, ends * E, delta}};
}

/// Returns sup_A Q(A) - factor P(A) over all events of the product of the pairs.
inline Rational enumerated(const std::vector<Pair>& pairs, const Rational& factor) {
  std::vector<Rational> P{kOne}, Q{kOne};
  for (const Pair& pair : pairs) {
    std::vector<Rational> P2, Q2;
    for (size_t i = 0; i < P.size(); ++i) {
      for (size_t n = 0; n < pair.P.size(); ++n) {
        P2.push_back(P[i] * pair.P[n]);
        Q2.push_back(Q[i] * pair.Q[n]);
      }
    }
    P = P2;
    Q = Q2;
  }
  Rational sum(0);
  for (size_t i = 0; i < P.size(); ++i) {
    const Rational excess = Q[i] - factor * P[i];
    if (excess.sign() > 0) sum = sum + excess;
  }
  return sum;
}

struct RandomStep {
  Rational E, delta, eta, alpha;
  TvSteps steps(long count) const { return {log_of(E), Real(delta), Real(eta), count}; }
};

inline RandomStep random_step(Random& random) {
  RandomStep out;
  out.E = kOne + Rational(random.integer(1, 30)) / Rational(random.integer(1, 20));
  out.delta =
      random.integer(0, 1) == 0 ? Rational(0) : Rational(random.integer(1, 9)) / Rational(50);
  const Rational share = Rational(random.integer(0, 10)) / Rational(10);
  out.alpha = kOne - share;
  out.eta = out.delta + (kOne - out.delta) * share * (out.E - kOne) / (out.E + kOne);
  return out;
}

}  // namespace plumbline::testing
