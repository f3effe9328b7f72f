#include "reference/quantities/tradeoff/curve_worst.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"
#include "reference/quantities/tradeoff/curve_heights.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

const char* const kWhat = "the trade-off function of the worst direction";

/// Returns +1 if the forward profile is certainly the larger one at t, -1 if the reverse profile is, 0 if undecided.
int larger_profile(PrivacyProfile& profile, const Ball& t, const Effort& effort) {
  Effort rough = effort;
  rough.digits = 4;
  // For t < 0, delta(t) of both directions contains the term 1 - e^t. The comparison therefore uses delta(t) - 1 + e^t,
  // which is e^t times the profile of the other direction at -t.
  const bool left = certainly_negative(t);
  const Real at = Real::exactly(left ? -t : t);
  const Ball a = profile.engine().answer(Question::delta, at, rough).value;
  const Bits p = wider(a.precision(), Bits{64});
  const Ball b =
      profile.engine().answer(Question::excess, -at, rough).value * exp((left ? -t : t).at(p));
  const int sign = certainly_less(b, a) ? 1 : certainly_less(a, b) ? -1 : 0;
  return left ? -sign : sign;
}

/// Returns a ball between a lower and an upper bound of f; one bound is the height of a line, the other is a point of
/// the curve of one direction.
Ball between(const Ball& line, const Ball& curve, bool one_minus_f) {
  const Ball out =
      one_minus_f ? enclosed_between(curve, line, kWhat) : enclosed_between(line, curve, kWhat);
  return bound<"WORST-CURVE">(out);
}

/// Returns -1 (+1) if a level near 0 (near 1) is certainly smaller (larger) than both a and b of WORST-CURVE, otherwise
/// 0. By (c), f_w equals the line of s = 0 at all levels between a and b. So a level at which the line of another s is
/// higher is not between them. The result only orders the work: the conclusions use (a) and (b), which hold at every
/// level. This function avoids the tails at 0, which are expensive if losses sum to 0.
int beside_the_kink(PrivacyProfile& profile, const Rational& alpha, const Effort& effort) {
  constexpr double kRare = 1e-3, kShare = 0.1, kFarthest = 1;
  const bool left = alpha.approximate() < kRare;
  if (!left && alpha.approximate() < 1 - kRare) return 0;
  const double far = std::min(kFarthest, kShare * profile.approximate_location().deviation);
  if (!(far > 0)) return 0;
  Effort rough = effort;
  rough.digits = 4;
  const Rational s = Rational::from_binary64(left ? far : -far);
  const Ball here = profile.delta(Real(s), rough).value,
             at_zero = profile.delta(Real(Rational(0)), rough).value;
  const Bits p = wider(here.precision(), at_zero.precision());
  const Ball gain = at_zero - here - expm1(Ball(s, p)) * Ball(alpha, p);
  return !certainly_positive(gain) ? 0 : left ? -1 : 1;
}

/// The position of a level relative to a = P(S > 0) and b = Q(S <= 0).
struct Kink {
  bool middle;       ///< certainly between a and b
  bool beside;       ///< certainly below both a and b, or above both
  bool first_below;  ///< a is certainly smaller than b
};

/// Returns the position of the level. Few digits of a and b are used if they decide it, because more digits can take
/// very long if the engine cannot reach them. If a sum of losses is 0 and the engine does not detect this, the position
/// remains undecided (see across_ties).
Kink kink_of(PrivacyProfile& profile, const Rational& alpha, const Effort& effort) {
  const Real zero{Rational(0)};
  const Ball goal(alpha, bits_for_digits(effort.digits) + 96);
  Kink out{};
  for (const int digits : {4, 10}) {
    Effort rough = effort;
    rough.digits = digits;
    const Ball a = profile.engine().answer(Question::P_above, zero, rough).value;
    const Ball b = profile.engine().answer(Question::Q_below, zero, rough).value;
    const Ball least = min(a, b), most = max(a, b);
    out = {certainly_at_most(least, goal) && certainly_at_most(goal, most),
           certainly_less(goal, least) || certainly_less(most, goal), certainly_less(a, goal)};
    if (out.middle || out.beside || effort.expired()) break;
  }
  return out;
}

/// Returns 1 - delta(0) - alpha, or alpha + delta(0) if `one_minus_f`.
Enclosure line_at_zero(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                       bool one_minus_f) {
  const Real zero{Rational(0)};
  const Enclosure e =
      one_minus_f ? profile.delta(zero, effort) : profile.one_minus_delta(zero, effort);
  const Ball level(alpha, bits_for_digits(2L * effort.digits) + 96);
  return {one_minus_f ? e.value + level : e.value - level, e.budget};
}

/// Returns the result of `at`; requests more digits if it has too few.
Certified with_more_digits(PrivacyProfile& profile, const Effort& effort,
                           const std::function<Enclosure(const Effort&)>& at) {
  Effort sharper = effort;
  for (int attempt = 0;; ++attempt) {
    sharper.digits += 2;
    const Enclosure found = at(sharper);
    const Certified out = certified(found, profile.engine_name(), effort.digits);
    const bool known = found.value.is_finite();
    if (out.reached() || !known || attempt > 2 || effort.expired()) return out;
    sharper.digits +=
        static_cast<int>(std::clamp(effort.digits - found.value.relative_digits(), 0.0, 1e4)) + 10;
  }
}

/// Returns f(alpha), or 1 - f(alpha) if `one_minus_f`, from chords between tests at thresholds close to 0 on both
/// sides. It serves compositions for which it is unknown which sums of losses are 0. The result is infinitely wide if
/// alpha is not between the levels of any two tests.
Enclosure across_ties(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                      bool one_minus_f) {
  constexpr int kBeside = 8;  // additional digits of the thresholds
  const Bits p = bits_for_digits(2L * effort.digits) + 96;
  const Ball near = power(Ball(Rational(10), p), Rational(-(effort.digits + kBeside))).midpoint();
  std::vector<TestPoint> points;
  for (const Ball& t : {near, -near}) {
    for (const bool mirrored : {false, true}) {
      points.push_back(test_point(profile, t, mirrored, effort));
      // Gives up: the tails have few digits, whether or not a sum of losses is 0.
      constexpr double kFew = 2;
      if (points.back().a.relative_digits() < kFew) return {Ball::indeterminate(p), {}};
    }
  }
  const Enclosure line = line_at_zero(profile, alpha, effort, one_minus_f);
  std::optional<Ball> best;
  for (const TestPoint& left : points) {
    for (const TestPoint& right : points) {
      const auto found = under_chord(line.value, left, right, Ball(alpha, p), one_minus_f);
      if (found && (!best || found->radius() <= best->radius())) best = found;
    }
  }
  return {best.value_or(Ball::indeterminate(p)), line.budget};
}

}  // namespace

// BOUND(WORST-CURVE)
// Statement.  Let f_w be the trade-off function of the larger profile, max(delta, delta_rev).
//             (a) f_w <= f of either direction.
//             (b) f_w(alpha) >= 1 - max(delta(s), delta_rev(s)) - e^s alpha for every s. If the profile of one
//             direction is certainly the larger one at s, this is that direction's line.
//             (c) Between a = P(S > 0) and b = Q(S <= 0), in either order, f_w(alpha) = 1 - delta(0) - alpha.
// Needs.      The line of (b) at s itself, not at a number near it: CurveLine, or heights of the larger profile at s.
//             The order of profiles at s and of a, alpha, b: decided here, in balls.
// Proof.      f_w(alpha) = sup over t of 1 - max(delta(t), delta_rev(t)) - e^t alpha. Any t gives a lower bound, and
//             each direction's supremum is over larger numbers. This proves (a) and (b). (c) The forward curve passes
//             through (a, b), the reversed one through (b, a). Both points lie on the line f + alpha = a + b = 1 -
//             delta(0), where delta(0) = delta_rev(0). This line bounds f_w from below by (b) with s = 0. f_w is
//             convex and at most either curve, so that it lies below the chord of the two points.
// Source.     Elementary; the symmetrised curve is that of Dong, Roth, Su 2022, Section 2.
WorstBounds worst_bounds(PrivacyProfile& profile, bool reverse, const CurvePoint& point,
                         const Rational& alpha, bool one_minus_f, const Effort& effort) {
  const Ball& s = point.line ? point.line->threshold : point.threshold;
  const bool larger = larger_profile(profile, s, effort) == (reverse ? -1 : 1);
  if (larger && point.line) return {between(point.line->height, point.value, one_minus_f), true};
  const Ball line = line_height(profile, alpha, effort, one_minus_f, s, point.value);
  return {between(line, point.value, one_minus_f), larger};
}

TestPoint test_point(PrivacyProfile& profile, const Ball& t, bool mirrored, const Effort& effort) {
  const Real at = Real::exactly(t);
  const auto tail = [&](Question question) {
    return profile.engine().answer(question, at, effort).value;
  };
  if (mirrored) {
    return {tail(Question::Q_below), tail(Question::P_above), tail(Question::P_below)};
  }
  return {tail(Question::P_above), tail(Question::Q_below), tail(Question::Q_above)};
}

// BOUND(WORST-TIES)
// Statement.  At alpha, f_w of WORST-CURVE is at least 1 - delta(0) - alpha. It is at most the value at alpha of the
//             chord through any two points (a, b), (a', b') of the forward curve or of the reversed curve with a <=
//             alpha <= a'.
// Needs.      a <= alpha <= a' and a < a': checked here, in balls (no bound otherwise). The points are errors of
//             tests: test_point.
// Proof.      The lower bound is WORST-CURVE (b) at s = 0. For the upper bound, f_w is convex, and it is at most
//             either curve (WORST-CURVE (a)).
// Slack.      None for points at thresholds t with no loss between t and 0: they lie on the line.
// Source.     Elementary.
std::optional<Ball> under_chord(const Ball& line, const TestPoint& left, const TestPoint& right,
                                const Ball& alpha, bool one_minus_f) {
  const bool around = certainly_at_most(left.a, alpha) && certainly_at_most(alpha, right.a) &&
                      certainly_less(left.a, right.a);
  if (!around) return std::nullopt;
  const Ball length = right.a - left.a, share = (alpha - left.a) / length,
             rest = (right.a - alpha) / length;
  const Ball chord = one_minus_f ? rest * left.rest_of_b + share * right.rest_of_b
                                 : rest * left.b + share * right.b;
  return bound<"WORST-TIES">(one_minus_f ? enclosed_between(chord, line, kWhat)
                                         : enclosed_between(line, chord, kWhat));
}

Certified worst_point(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                      bool one_minus_f) {
  const Bits p = bits_for_digits(effort.digits) + 96;
  Certified best = Mint::value(Ball::indeterminate(p), profile.engine_name(), {}, false);
  const int side = beside_the_kink(profile, alpha, effort);
  // Begins with the direction whose profile is probably the larger one. For levels left of the kink, this is usually
  // the forward profile.
  bool first_reverse = side > 0;
  if (side == 0) {
    const Kink kink = kink_of(profile, alpha, effort);
    if (proved<"WORST-CURVE">(kink.middle)) {
      return with_more_digits(profile, effort, [&](const Effort& sharper) {
        return line_at_zero(profile, alpha, sharper, one_minus_f);
      });
    }
    if (!kink.beside && !Curve(profile, false).has_density()) {
      best = with_more_digits(profile, effort, [&](const Effort& sharper) {
        return across_ties(profile, alpha, sharper, one_minus_f);
      });
      if (best.reached()) return best;
    }
    first_reverse = kink.first_below;
  }
  Ball start(p);
  for (const bool reverse : {first_reverse, !first_reverse}) {
    Curve curve(profile, reverse);
    const CurvePoint point = curve_point(curve, alpha, one_minus_f, effort.digits, effort);
    start = point.threshold;
    const WorstBounds found = worst_bounds(profile, reverse, point, alpha, one_minus_f, effort);
    best = certified({common(found.value, best.value(), kWhat), point.budget},
                     profile.engine_name(), effort.digits);
    if (best.reached() || found.larger || effort.expired()) break;
  }
  if (best.reached() || effort.expired()) return best;
  const Certified other = by_heights(profile, alpha, effort, one_minus_f, start);
  return certified({common(other.value(), best.value(), kWhat), other.budget()},
                   profile.engine_name(), effort.digits);
}

}  // namespace plumbline
