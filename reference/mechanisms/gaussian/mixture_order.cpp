#include "reference/mechanisms/gaussian/mixture_order.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::mixture {
namespace {

/// Returns the T, among some values, at which the lower bound of MIXTURE-ORDER for c < 0 is approximately largest. The
/// bound is valid for any T.
double choose_place(const MixtureLaw& law, double c) {
  constexpr int kPlaces = 400;
  constexpr double kApart = 0.1;  // standard deviations
  const double mu = law.mu_approx, odds = law.p_approx / (1 - law.p_approx);
  double best = 0, best_height = -HUGE_VAL;
  for (int i = 0; i < kPlaces; ++i) {
    const double z = kApart * i, T = mu * mu / 2 + mu * z;
    const double height = c * std::log1p(odds * std::exp(-T)) - z * z / 2;
    if (height > best_height) {
      best_height = height;
      best = T;
    }
  }
  return best;
}

}  // namespace

// BOUND(MIXTURE-ORDER)
// Statement.  For c > 1
//
//                 max(1, p^c e^{c(c-1) mu^2/2}) <= K(c) <= (1-p + p e^{(c-1) mu^2/2})^c,
//
//             and for c < 0 and every real T
//
//                 max(1, (1-p + p e^{-T})^c P(z <= -T)) <= K(c) <= (1-p)^c.
// Needs.      The law has no window: the caller. c > 1 or c < 0: checked here (indeterminate otherwise).
// Proof.      K(c) = E_P[w^c] with w = 1-p + p e^z. z is N(-mu^2/2, mu^2) under P, so that E_P[e^{cz}] = e^{c(c-1)
//             mu^2/2}. Because E_P[w] = 1 and x^c is convex for these c, Jensen's inequality gives K(c) >= 1. For c >
//             1, w >= p e^z gives the other lower bound. The upper bound follows from Minkowski's inequality in
//             L^c(P): the norm of w is at most 1-p plus p times the norm of e^z, which is e^{(c-1) mu^2/2}. For c < 0,
//             w >= 1-p gives the upper bound. The lower bound follows because w <= 1-p + p e^{-T} on the event z <=
//             -T.
// Source.     Elementary.
Ball transform_of_large_order(const MixtureLaw& law, double c, Bits p) {
  if (!(c > 1 || c < 0) || !std::isfinite(c)) return Ball::indeterminate(p);
  const Ball order = Ball::from_binary64(c, p), one = Ball::integer(1, p);
  const Ball rate(law.p, p), rest(Rational(1) - law.p, p), mu(law.mu, p);
  if (c > 1) {
    const Ball half = (order - 1) * square(mu) / 2;  // log of the norm of e^z
    const Ball low = max(one, exp(order * (log(rate) + half)));
    const Ball high = exp(order * log(rest + rate * exp(half)));
    return bound<"MIXTURE-ORDER">(Ball::hull(low, high));
  }
  const Ball T = Ball::from_binary64(choose_place(law, c), p);
  const Ball part = normal_cdf((square(mu) / 2 - T) / mu);
  const Ball low = max(one, exp(order * log(rest + rate * exp(-T))) * part);
  return bound<"MIXTURE-ORDER">(Ball::hull(low, exp(order * log(rest))));
}

}  // namespace plumbline::mixture
