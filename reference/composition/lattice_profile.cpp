#include "reference/composition/lattice_profile.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::lattice {
namespace {

enum class Kernel { above, least, below };

Kernel kernel_of(double theta) {
  if (theta >= 1) return Kernel::above;
  return theta <= 0 ? Kernel::below : Kernel::least;
}

/// kernel(s) e^{-theta s} over e^{(1-theta)t}, as a function of v = s - t of either sign.
Ball weight(Kernel kernel, const Ball& theta, const Ball& v) {
  const Ball one_side = exp((-theta + 1) * v), other = exp(-(theta * v)), zero(v.precision());
  if (kernel == Kernel::least) return min(one_side, other);
  return max(zero, kernel == Kernel::above ? one_side - other : other - one_side);
}

/// int kernel dB over e^{(1-theta)t + log_scale}.
Ball sum(const Law& law, const Frame& frame, Kernel kernel, const Ball& t) {
  const Bits p = frame.p;
  const Ball theta = Ball::from_binary64(frame.theta, p), h(law.step, p);
  const auto n = static_cast<long>(law.masses.size());
  const auto offset = [&](long j) { return Ball(law.origin + law.step * Rational(j), p) - t; };
  const auto mass = [&](long j) {
    return law.masses.get(static_cast<size_t>(j)).scaled(frame.scale, p);
  };
  // Next to t the weights decide their own side; farther away the side is checked once.
  const double position = -offset(0).approximate() / law.step.approximate();
  const auto centre = static_cast<long>(std::clamp(position, -10.0, static_cast<double>(n) + 10));
  Ball total(p);
  for (long j = std::max(0L, centre - 1); j <= std::min(n - 1, centre + 2); ++j) {
    total += mass(j) * weight(kernel, theta, offset(j));
  }
  const Ball up = exp((-theta + 1) * h), down = exp(-(theta * h));
  if (kernel != Kernel::below && centre + 3 < n) {
    const long start = std::max(0L, centre + 3);
    const Ball v = offset(start);
    if (!certainly_positive(v)) return Ball::indeterminate(p);
    Ball first = exp((-theta + 1) * v), second = exp(-(theta * v));
    for (long j = start; j < n; ++j) {
      total += mass(j) * (kernel == Kernel::above ? first - second : second);
      first = first * up;
      second = second * down;
    }
  }
  if (kernel != Kernel::above && centre - 2 >= 0) {
    const long start = std::min(n - 1, centre - 2);
    const Ball v = offset(start), one = Ball::integer(1, p);
    if (!certainly_negative(v)) return Ball::indeterminate(p);
    const Ball back_up = one / up, back_down = one / down;
    Ball first = exp((-theta + 1) * v), second = exp(-(theta * v));
    for (long j = start; j >= 0; --j) {
      total += mass(j) * (kernel == Kernel::below ? second - first : first);
      first = first * back_up;
      second = second * back_down;
    }
  }
  return total;
}

/// [low, high] of a nonnegative number: a useless lower end must not spoil the upper one.
Ball at_least_zero(const Ball& low, const Ball& high) {
  const Ball zero(high.precision());
  return Ball::hull(low.is_finite() ? max(zero, low.lower()) : zero, high.upper());
}

/// The tail that is a slope of the primary function (P or Q side), see LATTICE-SLOPE.
Ball slope(const Bracket& bracket, const Ball& t, bool of_Q) {
  const Kernel kernel = kernel_of(bracket.frame.theta);
  const Bits p = bracket.frame.p;
  const auto value = [&](const Ball& at) {
    const Ball f = primary(bracket, at);
    return of_Q ? f * exp(-at) : f;
  };
  const auto abscissa = [&](const Ball& at) { return exp(of_Q ? -at : at); };
  const bool increasing = kernel == Kernel::below || (kernel == Kernel::least && !of_Q);
  const bool convex = kernel != Kernel::least;
  const Ball here = value(t), a = abscissa(t);
  // The slope is smaller on the right of t for a convex decreasing or concave increasing value.
  const bool smaller_right = convex != increasing;
  Ball low(p), high = UpperBound::infinite().ball(p);
  // Width of the bracket against curvature: the best reach balances both (heuristic).
  const double step = bracket.upper.step.approximate();
  const double gap = here.radius().ball(p).approximate() * 2 / a.approximate();
  double reach = step;
  {
    const double at = (t - Ball(bracket.upper.origin, p)).approximate() / step;
    const auto n = static_cast<double>(bracket.upper.masses.size());
    if (at > 1 && at < n - 2) {
      Ball mass(p);
      for (long j = -1; j <= 2; ++j) {
        mass += bracket.upper.masses.get(static_cast<size_t>(static_cast<long>(at) + j))
                    .scaled(bracket.frame.scale, p);
      }
      const Ball theta = Ball::from_binary64(bracket.frame.theta, p);
      const Ball density = mass * exp(bracket.log_scale - theta * t + (of_Q ? t : Ball(p))) / 4;
      const double rate = density.approximate() / step;
      if (rate > 0 && gap > 0) reach = std::sqrt(2 * gap / rate);
    }
  }
  if (!std::isfinite(reach) || reach <= 0) reach = step;
  for (const double factor : {0.5, 1.0, 2.0}) {
    const Ball d = Ball::from_binary64(reach * factor, p);
    for (const bool right : {false, true}) {
      const Ball other_t = right ? t + d : t - d;
      const Ball other = value(other_t);
      const Ball quotient = abs(other - here) / abs(abscissa(other_t) - a);
      if (!quotient.is_finite()) continue;
      if (right == smaller_right) {
        low = max(low, quotient.lower());
      } else {
        high = min(high, quotient.upper());
      }
    }
  }
  if (!high.is_finite()) return Ball::indeterminate(p);
  return certainly_at_most(low, high) ? Ball::hull(low, high) : Ball::indeterminate(p);
}

}  // namespace

// BOUND(LATTICE-ANSWER)
// Statement.  Write k(s) for (e^s - e^t)_+ (theta >= 1), min(e^s, e^t) (0 < theta < 1) or
//             (e^t - e^s)_+ (theta <= 0). Then k(s) <= g e^{(1-theta)t} e^{theta s}, g = 1/theta,
//             1, 1/(1-theta). If X <= b + e (b' <= X + e') then int k dX <= int k db + g
//             e^{(1-theta)t} |e| for the first and last k, and >= int k db - g e^{(1-theta)t} |e|
//             for the middle one (conversely with b', e'). The paths on which some step leaves its
//             scout's cells add between 0 and the Q-mass of that event, e^t times its P-mass, or
//             for the middle k the smaller of both, on either side.
// Proof.      With v = e^{s-t}: (v - 1) v^{-theta} is largest at v = theta/(theta-1), where it is
//             (1/theta)((theta-1)/theta)^{theta-1} <= 1/theta; likewise (1 - v) v^{|theta|} <=
//             1/(1+|theta|); min(v, 1) v^{-theta} <= 1. C_X, Q - C_X and C_X - Q + e^t P are the
//             three integrals, with equal P- and Q-mass on both sides. k <= e^s, k <= e^t.
// Source.     This project's.
Ball primary(const Bracket& bracket, const Ball& t) {
  const Bits p = bracket.frame.p;
  const Kernel kernel = kernel_of(bracket.frame.theta);
  const Ball theta = Ball::from_binary64(bracket.frame.theta, p), one = Ball::integer(1, p);
  const Ball factor = exp((one - theta) * t + bracket.log_scale), x = exp(t);
  const Ball g = kernel == Kernel::above   ? one / theta
                 : kernel == Kernel::least ? one
                                           : one / (one - theta);
  const Ball from_upper = sum(bracket.upper, bracket.frame, kernel, t);
  const Ball from_lower = sum(bracket.lower, bracket.frame, kernel, t);
  const Ball upper_error = g * bracket.upper.error, lower_error = g * bracket.lower.error;
  const LossTails& out = bracket.beyond;
  if (kernel == Kernel::least) {
    const Ball low = factor * (from_upper - upper_error);
    const Ball high = factor * (from_lower + lower_error) + min(out.Q_below, x * out.P_below) +
                      min(out.Q_above, x * out.P_above);
    return at_least_zero(low, high);
  }
  const Ball low = factor * (from_lower - lower_error);
  const Ball high =
      factor * (from_upper + upper_error) +
      (kernel == Kernel::above ? out.Q_above + out.Q_below : x * (out.P_above + out.P_below));
  return at_least_zero(low, high);
}

// BOUND(LATTICE-SLOPE)
// Statement.  With k = e^t and y = e^{-t}: in k, C = E(e^S - k)_+ is convex with slope -P(S > t) to
//             the right and E(k - e^S)_+ convex with slope P(S <= t) to the right, E min(e^S, k)
//             concave with slope P(S > t) to the right. In y, E(y e^S - 1)_+ has slope Q(S > t),
//             E(1 - y e^S)_+ slope -Q(S <= t) and E min(y e^S, 1) slope Q(S <= t), each to the
//             left. So the absolute slope of a chord that ends at t is a bound: on the side where
//             slopes are smaller a lower one, on the other side an upper one.
// Proof.      Monotone one-sided derivatives; both sides of t bound the derivative on either side.
// Source.     Elementary.
Ball answer(const Bracket& bracket, Question question, const Ball& t) {
  const Kernel kernel = kernel_of(bracket.frame.theta);
  const Ball one = Ball::integer(1, bracket.frame.p), x = exp(t);
  switch (question) {
    case Question::delta: {
      const Ball f = primary(bracket, t);
      return kernel == Kernel::above ? f : kernel == Kernel::least ? one - f : f - x + one;
    }
    case Question::one_minus_delta: {
      const Ball f = primary(bracket, t);
      return kernel == Kernel::above ? one - f : kernel == Kernel::least ? f : x - f;
    }
    case Question::excess: {
      const Ball f = primary(bracket, t);
      return kernel == Kernel::above ? f - one + x : kernel == Kernel::least ? x - f : f;
    }
    case Question::P_above:
    case Question::P_below: {
      const Ball f = slope(bracket, t, false);
      return (kernel == Kernel::below) == (question == Question::P_below) ? f : one - f;
    }
    case Question::Q_above:
    case Question::Q_below: {
      const Ball f = slope(bracket, t, true);
      return (kernel == Kernel::above) == (question == Question::Q_above) ? f : one - f;
    }
  }
  return Ball::indeterminate(bracket.frame.p);
}

}  // namespace plumbline::lattice
