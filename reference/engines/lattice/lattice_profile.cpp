#include "reference/engines/lattice/lattice_profile.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::lattice {
namespace {

enum class Kernel { above, least, below };

Kernel kernel_of(double theta) {
  if (theta >= 1) return Kernel::above;
  return theta <= 0 ? Kernel::below : Kernel::least;
}

/// Returns k(s) e^{-theta s} divided by e^{(1-theta)t}, where k is the kernel of LATTICE-ANSWER and v = s - t may have
/// any sign.
Ball weight(Kernel kernel, const Ball& theta, const Ball& v) {
  const Ball one_side = exp((-theta + 1) * v), other = exp(-(theta * v)), zero(v.precision());
  if (kernel == Kernel::least) return min(one_side, other);
  return max(zero, kernel == Kernel::above ? one_side - other : other - one_side);
}

/// Returns the integral of the kernel over `measure`, divided by e^{(1-theta)t + log_scale}.
Ball sum(const LatticeMeasure& measure, const Frame& frame, Kernel kernel, const Ball& t) {
  const Bits p = frame.p;
  const Ball theta = Ball::from_binary64(frame.theta, p), h(measure.step, p);
  const auto n = static_cast<long>(measure.masses.size());
  const auto offset = [&](long j) {
    return Ball(measure.origin + measure.step * Rational(j), p) - t;
  };
  const auto mass = [&](long j) {
    return measure.masses.get(static_cast<size_t>(j)).scaled(frame.scale, p);
  };
  // At nodes next to t, weight() decides on which side of t the node lies. For the nodes farther away, the side is
  // checked once.
  const double position = -offset(0).approximate() / measure.step.approximate();
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

/// Returns the enclosure [max(0, low), high] of a nonnegative number. If `low` is not finite, `high` is still used.
Ball at_least_zero(const Ball& low, const Ball& high) {
  const Ball zero(high.precision());
  if (certainly_negative(high) || certainly_less(high, low)) {
    throw Contradiction("the lower law of a lattice is above the upper one, or below zero");
  }
  return Ball::hull(low.is_finite() ? max(zero, low.lower()) : zero, high.upper());
}

// BOUND(LATTICE-SLOPE)
// Statement.  A tail is the absolute one-sided slope of the primary function f at t, as a function of k = e^t (P) or
//             y = e^{-t} (Q):
//                 E(e^S - k)_+      convex,  slope -P(S > t)  to the right in k,
//                 E(k - e^S)_+      convex,  slope P(S <= t)  to the right in k,
//                 E min(e^S, k)     concave, slope P(S > t)   to the right in k,
//                 E(y e^S - 1)_+    convex,  slope Q(S > t)   to the left in y,
//                 E(1 - y e^S)_+    convex,  slope -Q(S <= t) to the left in y,
//                 E min(y e^S, 1)   concave, slope Q(S <= t)  to the left in y.
//             So the absolute slope of any chord that ends at t bounds the tail: from below on the side where
//             absolute slopes are smaller, from above on the other side.
// Needs.      Nothing: any chord on either side is valid.
// Proof.      The slopes of chords of a convex function increase. A chord from t to the right has at least the right
//             slope at t. A chord from the left has at most the left slope at t, which is at most the right slope. In
//             k, the tail is the right slope; in y, it is the left slope, and the same inequalities apply. For concave
//             functions the inequalities are reversed. y e^S > 1 is equivalent to S > t. The left slope of (y e^S -
//             1)_+ is e^S if y e^S > 1 and 0 if y e^S <= 1.
// Source.     Elementary.
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
  // The modulus of the slope is smaller on the right of t for a convex decreasing or concave increasing function.
  const bool smaller_right = convex != increasing;
  Ball low(p), high = UpperBound::infinite().ball(p);
  // The error of a slope has two parts: the width of the bracket divided by the distance of the points, and the
  // curvature. The distance is chosen to balance both (heuristic).
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
  if (certainly_less(high, low)) throw Contradiction("slopes of a profile are out of order");
  return bound<"LATTICE-SLOPE">(Ball::hull(low, high));
}

}  // namespace

// BOUND(LATTICE-ANSWER)
// Statement.  Let
//                 k(s) = (e^s - e^t)_+      g = 1/theta        for theta >= 1,
//                 k(s) = min(e^s, e^t)      g = 1              for 0 < theta < 1,
//                 k(s) = (e^t - e^s)_+      g = 1/(1-theta)    for theta <= 0.
//             Then k(s) <= g e^{(1-theta)t} e^{theta s}. If X <= b + e (b' <= X + e') then
//                 int k dX <= int k db + g e^{(1-theta)t} |e|     for the first and last k,
//                 int k dX >= int k db - g e^{(1-theta)t} |e|     for the middle one,
//             where |e| = int x^theta d|e|; conversely with b', e'. The paths on which some step leaves the cells of
//             its survey add a number between 0 and a bound. The bound is the Q-mass of that event (first k), e^t
//             times its P-mass (last k), or the smaller of both (middle k, on either side).
// Needs.      The upper measure and the lower one represent the same X, the distribution of the losses inside the
//             cells, and `beyond` bounds the mass of the other paths: Planner::bracket.
// Proof.      Let v = e^{s-t}. For theta >= 1, (v - 1) v^{-theta} is largest at v = theta/(theta-1), with the value
//             (1/theta) ((theta-1)/theta)^{theta-1} <= 1/theta. For theta <= 0, (1 - v) v^{|theta|} is largest at v =
//             |theta|/(1+|theta|), with a value of at most 1/(1+|theta|). For 0 < theta < 1, min(v, 1) v^{-theta} <=
//             1. The three integrals are C_X, Q - C_X and C_X - Q + e^t P, and Q and P are equal on both sides of <=.
//             The first k is at most e^s, the last is at most e^t, and the middle one is at most both. So the omitted
//             paths add at most their Q-mass (first k), e^t times their P-mass (last k), or the smaller of both
//             (middle k). By the union bound, the event that at least one of N equal steps leaves its cells has at
//             most N times the mass of this event for one step.
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
  const Ball upper_error = bound_number<"LATTICE-ANSWER">(g * bracket.upper.error);
  const Ball lower_error = bound_number<"LATTICE-ANSWER">(g * bracket.lower.error);
  const LossTails& out = bracket.beyond;
  if (kernel == Kernel::least) {
    const Ball low = factor * (from_upper - upper_error);
    const Ball left_out = min(out.Q_below, x * out.P_below) + min(out.Q_above, x * out.P_above);
    const Ball high =
        factor * (from_lower + lower_error) + bound_number<"LATTICE-ANSWER">(left_out);
    return at_least_zero(low, high);
  }
  const Ball low = factor * (from_lower - lower_error);
  const Ball left_out =
      kernel == Kernel::above ? out.Q_above + out.Q_below : x * (out.P_above + out.P_below);
  const Ball high = factor * (from_upper + upper_error) + bound_number<"LATTICE-ANSWER">(left_out);
  return at_least_zero(low, high);
}

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
