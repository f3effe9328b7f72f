#include "reference/regions/gaussian_limit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns G_mu(a) for 0 < a < 1.
Ball gaussian_tradeoff(const Ball& mu, const Ball& a) {
  return normal_cdf(-normal_quantile(a) - mu);
}

/// Returns the profile of G_mu at t.
Ball gaussian_delta(const Ball& mu, const Ball& t) {
  return normal_cdf(mu / 2 - t / mu) - exp(t) * normal_cdf(-(mu / 2) - t / mu);
}

}  // namespace

ComposedTv gaussian_sequence(const Rational& mu, const Rational& c, long n) {
  if (mu.sign() <= 0) throw std::invalid_argument("mu must be greater than 0, got " + mu.text());
  if (c.sign() <= 0 || c >= Rational(1, 2)) {
    throw std::invalid_argument("the exponent must be in (0, 1/2), got " + c.text());
  }
  const auto scaled = [mu, n](const Rational& exponent, const Rational& factor) {
    return Real([mu, n, exponent, factor](Bits p) {
      return Ball(mu * factor, p) * exp(-(log(Ball::integer(n, p)) * Ball(exponent, p)));
    });
  };
  return ComposedTv({{scaled(c, kOne), Real(kZero), scaled(kOne - c, Rational(1, 2)), n}});
}

// BOUND(UNIFORM-DISTANCE)
// Statement.  Let f be the trade-off function of the composition, G = G_mu with the profile d, u the epsilon of a
//             step, Q_j = Q(S > j u) and P_j = P(S > j u). Then
//                 sup (f - G) = max(0, max_{0 <= j <= reach} d(j u) - delta_j),
//                 sup (G - f) = max(0, max_{0 <= j < reach} G(P_j) - (1 - Q_j), G(1 - Q_j) - P_j).
//             In the first maximum, for every J >= 0, the terms of j > J are at most d(J u). In the second, the term
//             of any j is at most Q_j.
// Needs.      (a) mu > 0 and one kind of steps with delta = 0: checked here (std::invalid_argument). (b) f symmetric:
//             it is, as for TV-AREA.
// Proof.      First f - G. On a segment of f with slope -e^t, |t| = j u, f is its supporting line 1 - delta(t) - e^t
//             a. The largest difference of a line and a convex function is where the slopes agree, so that the line
//             exceeds G by at most d(t) - delta(t). At the level where the slopes agree, f is at least that line, so
//             that f - G attains the bound. By symmetry
//                 d(-t) - delta(-t) = e^-t (d(t) - delta(t)),
//             and if both are negative, f - G is negative on the two segments. Where f is 0, G is not less. Next G -
//             f. It is convex on each segment, hence largest at a vertex of f. The vertices are (P_j, 1 - Q_j), j >=
//             0, their mirror images, and (0, 1) and (1, 0), where f = G. The bounds of the terms: d decreases and
//             delta_j >= 0; G(P_j) <= 1; and G(1 - Q_j) <= Q_j because G(a) <= 1 - a.
// Source.     Elementary.
GaussianDistance gaussian_distance(const ComposedTv& composed, const Real& mu, const Effort& effort,
                                   double log_cut) {
  if (composed.steps().size() != 1 || !composed.steps().front().delta.rational() ||
      !composed.steps().front().delta.rational()->is_zero()) {
    throw std::invalid_argument("the distance to G_mu needs one kind of steps with delta = 0");
  }
  const Bits p = composed.bits(effort.digits);
  const Ball m = mu(p), u = (*composed.unit())(p), one = Ball::integer(1, p), zero(p);
  if (!certainly_positive(m)) throw std::invalid_argument("mu must be greater than 0");
  // Returns true if the profile of G_mu at the kink j is below e^log_cut. An approximate decision suffices, because
  // UNIFORM-DISTANCE bounds the terms that are omitted.
  const auto far = [&, m_about = m.approximate(), u_about = u.approximate()](long j) {
    const double z = static_cast<double>(j) * u_about / m_about - m_about / 2;
    return z > 0 && -z * z / 2 < log_cut;
  };
  Ball above(p), below(p), above_rest(p), below_rest(p);
  bool above_started = false;
  const auto visit = [&](const RegionPoint& point) {
    if (above_started || point.j == 0 || !far(point.j)) {
      const Ball d = gaussian_delta(m, u * point.j);
      if (!above_started && point.j < composed.reach()) above_rest = d;
      above_started = true;
      above = max(above, d - point.delta);
    }
    if (point.Q_above.is_exactly_zero()) return;  // the point (0, 1) of both functions
    if (point.Q_above.log_approximate() < log_cut) {
      below_rest = max(below_rest, point.Q_above);
      return;
    }
    const Ball beta = one - point.Q_above;
    below = max(below, max(gaussian_tradeoff(m, point.P_above) - beta,
                           gaussian_tradeoff(m, beta) - point.P_above));
  };
  try {
    composed.visit(effort, visit);
  } catch (const Interrupted&) {
    const Certified unknown = any_probability("theorem2");
    return {unknown, unknown, unknown};
  }
  const auto finished = [&](const Ball& best, const Ball& rest) {
    const Ball most = bound_number<"UNIFORM-DISTANCE">(rest);
    const Ball with_rest = certainly_at_most(most, best) ? best : Ball::hull(best, max(best, most));
    require_within(with_rest, kZero, kOne, "the distance of two trade-off functions");
    return within(certified({with_rest, {}}, "theorem2", effort.digits), kZero, kOne);
  };
  const Certified over = finished(max(above, zero), above_rest),
                  under = finished(max(below, zero), below_rest);
  return {over, under, finished(max(over.value(), under.value()), zero)};
}

GaussianDistance gaussian_distance(const ComposedTv& composed, const Real& mu,
                                   const Effort& effort) {
  return gaussian_distance(composed, mu, effort, -(effort.digits + 6) * std::log(10.0));
}

StepMoments step_moments(const TvSteps& steps, Bits p) {
  const Ball e = steps.epsilon(p);
  const Ball eta = steps.eta ? (*steps.eta)(p) : largest_total_variation(e, Ball(p));
  const Ball kappa2 = eta * square(e) * (exp(-e) + 1) / -expm1(-e);
  return {e * eta, kappa2, kappa2 * e};
}

double observed_rate(const DistanceAfter& earlier, const DistanceAfter& later) {
  const auto log_steps = [](const DistanceAfter& x) { return std::log(static_cast<double>(x.n)); };
  return (later.distance.value().log_approximate() - earlier.distance.value().log_approximate()) /
         (log_steps(later) - log_steps(earlier));
}

}  // namespace plumbline
