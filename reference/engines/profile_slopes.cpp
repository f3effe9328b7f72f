#include "reference/engines/profile_slopes.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {
namespace {

// BOUND(PROFILE-SLOPE)
// Statement.  For t1 < t < t2, k = e^t and k_i = e^{t_i},
//                 (delta(t) - delta(t2)) / (k2 - k) <= P(S > t) <= (delta(t1) - delta(t)) / (k - k1),
//                 (excess(t) - excess(t1)) / (k - k1) <= P(S <= t)
//                                                     <= (excess(t2) - excess(t)) / (k2 - k).
//             The first line also holds with 1 - delta in place of -delta.
// Needs.      t1 < t < t2: a step of fixed size on each side, here.
// Proof.      As a function of k, delta = E_P[(e^S - k)_+] + Q(S = +inf) is convex with the right derivative -P(S >
//             t). This is a subgradient at k: delta(t_i) >= delta(t) - (k_i - k) P(S > t). excess = delta - 1 + k has
//             the derivative P(S <= t) instead.
// Source.     Convexity; elementary.
Ball slope_of(Question integral, bool rising, const Real& t, const Rational& step,
              const ProfileBounds& profile) {
  const Ball low = profile(integral, t - Real(step)), here = profile(integral, t),
             high = profile(integral, t + Real(step));
  const Bits p = here.precision();
  const Ball k = exp(t(p)), d(step, p);
  const Ball left = (here - low) / (k * -expm1(-d)), right = (high - here) / (k * expm1(d));
  return bound<"PROFILE-SLOPE">(rising ? Ball::hull(left, right) : Ball::hull(-left, -right));
}

Ball under_P(bool above, const Real& t, const std::vector<Rational>& steps,
             const ProfileBounds& profile) {
  Ball best = Ball::indeterminate(Bits{64});
  const auto take = [&](const Ball& found) {
    if (!found.is_finite()) return;
    best = best.is_finite() ? common(best, found, "a probability by slopes of two steps") : found;
  };
  for (const Rational& step : steps) {
    if (above) {
      // delta or its complement may be tiny; the slope of the tiny one has more digits.
      take(slope_of(Question::delta, false, t, step, profile));
      take(slope_of(Question::one_minus_delta, true, t, step, profile));
    } else {
      take(slope_of(Question::excess, true, t, step, profile));
    }
  }
  return best;
}

}  // namespace

// The tails under Q are computed as Q(S > t) = delta + e^t P(S > t) and Q(S <= t) = 1 - delta - e^t P(S > t) = e^t
// P(S <= t) - excess; the last form does not cancel if the result is small.
Ball tail_by_slopes(Question question, const Real& t, const std::vector<Rational>& steps,
                    const ProfileBounds& profile) {
  if (question == Question::P_above) return under_P(true, t, steps, profile);
  if (question == Question::P_below) return under_P(false, t, steps, profile);
  if (question != Question::Q_above && question != Question::Q_below) {
    throw std::logic_error("not a probability of the loss");
  }
  const auto part = [&](Question q, bool above) {
    const Ball of_profile = profile(q, t);
    const Ball of_P = exp(t(of_profile.precision())) * under_P(above, t, steps, profile);
    return q == Question::delta    ? of_profile + of_P
           : q == Question::excess ? of_P - of_profile
                                   : of_profile - of_P;
  };
  if (question == Question::Q_above) return part(Question::delta, true);
  const Ball small = part(Question::excess, false);
  const Ball large = part(Question::one_minus_delta, true);
  if (!small.is_finite() || !large.is_finite()) return small.is_finite() ? small : large;
  return common(small, large, "a probability by slopes of the excess and of 1 - delta");
}

}  // namespace plumbline
