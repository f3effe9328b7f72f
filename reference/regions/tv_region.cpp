#include "reference/regions/tv_region.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/mint.hpp"

namespace plumbline {
namespace {

/// A probability.
Certified value(const Ball& x, int digits) {
  require_within(x, kZero, kOne, "delta of a composition");
  return within(certified({x, {}}, "theorem2", digits), kZero, kOne);
}

Certified unknown(int digits) {
  return value(Ball::zero_to(UpperBound::of(Ball::integer(1, Bits{64})), Bits{64}), digits);
}

}  // namespace

// BOUND(TV-LINES)
// Statement.  With F = (1-delta)^k the composed trade-off function is
//                 f(a) = max(0, max_t F (1-delta_t) - e^t a, max_t e^-t (F (1-delta_t) - a)),
//             t over the kinks' epsilons. Lines left out of the maximum that are negative at a do
//             not matter. Where a kink stands for several losses and r is the largest of them, its
//             two lines, with the interval that the point carries for e^r, are an interval that
//             contains the lines of r and reaches those of all the others.
// Needs.      0 <= a <= 1: checked here (std::invalid_argument). The kinks are all there and
//             delta_t is that of the largest loss: by ComposedTv::visit.
// Proof.      The trade-off function of the composed pair is piecewise linear with the slopes
//             -e^t, |t| an epsilon of a kink, hence the maximum of its supporting lines, of which
//             that of slope -e^t is 1 - delta(t) - e^t a with 1 - delta(t) = F (1-delta_t); for -t,
//             the pair being symmetric,
//                 1 - delta(-t) - e^-t a = e^-t (1 - delta(t) - a).
//             A line with 1 <= e^t a is negative or 0. As delta decreases, F (1 - delta_s) is at
//             most F (1 - delta_r) for s <= r, and e^s, e^-s are in the intervals; at kink 0 the
//             point's delta is an interval that holds those of all its losses.
// Source.     Ghazi and Issa 2024, III-C; Dong, Roth, Su 2022, Proposition 6.
RegionAnswers region_answers(const ComposedTv& composed, const std::vector<long>& js,
                             const std::vector<Rational>& alphas, const Effort& effort) {
  const int digits = effort.digits;
  RegionAnswers out{{}, unknown(digits), {}};
  out.deltas.assign(js.size(), unknown(digits));
  out.tradeoff.assign(alphas.size(), unknown(digits));
  const Bits p = composed.bits(digits);
  const Ball finite = composed.finite_mass(p), infinite = composed.infinite_mass(p);
  std::vector<Ball> levels, best(alphas.size(), Ball(p));
  // From this j on the steep lines are negative at alpha.
  std::vector<long> steep_from;
  for (const Rational& alpha : alphas) {
    if (alpha.sign() < 0 || alpha > kOne) {
      throw std::invalid_argument("alpha must be in [0, 1], got " + alpha.text());
    }
    levels.emplace_back(alpha, p);
    steep_from.push_back(composed.reach() + 1);
    if (alpha.is_zero()) continue;
    const long j = composed.near(-levels.back().log_approximate()) + 2;
    if (j > composed.reach()) continue;
    if (certainly_less(Ball::integer(1, p), exp(composed.epsilon(j, p)) * levels.back())) {
      steep_from.back() = j;
    }
  }
  std::vector<size_t> order(js.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return js[a] > js[b]; });
  size_t next = 0;
  for (; next < order.size() && js[order[next]] > composed.reach(); ++next) {
    out.deltas[order[next]] = value(infinite, digits);  // no finite loss is as large
  }
  try {
    composed.visit(effort, [&](const RegionPoint& point) {
      for (; next < order.size() && js[order[next]] == point.j; ++next) {
        out.deltas[order[next]] = value(infinite + finite * point.delta, digits);
      }
      if (point.j == 0) out.total_variation = value(infinite + finite * point.delta, digits);
      if (levels.empty()) return;
      const Ball height = finite * (Ball::integer(1, p) - point.delta);
      const Ball slope = Ball::integer(1, p) / point.slope;
      for (size_t i = 0; i < levels.size(); ++i) {
        best[i] = max(best[i], point.slope * (height - levels[i]));
        if (point.j < steep_from[i]) best[i] = max(best[i], height - slope * levels[i]);
      }
    });
  } catch (const Interrupted&) {
    return out;
  }
  for (size_t i = 0; i < alphas.size(); ++i) {
    // Exactly 0 from type I error F on, which a ball cannot tell from tiny.
    const Ball f = bound<"TV-LINES">(best[i]);
    require_within(f, kZero, kOne, "a composed trade-off function");
    out.tradeoff[i] = within(certified({f, {}}, "theorem2", digits, true), kZero, kOne);
  }
  return out;
}

namespace {

/// Whether t is exactly the epsilon of the kink, where both are known exactly. (A kink that stands
/// for several losses is no such number, except kink 0, whose delta is that of 0 as well.)
bool equal(const ComposedTv& composed, long j, const Real& t) {
  const auto exact = composed.exact_epsilon(j);
  if (exact && t.rational()) return *exact == *t.rational();
  const auto ratio = TvSteps{t, Real(kZero), std::nullopt, 1}.exact_ratio();
  if (!ratio) return false;
  const auto own = composed.exact_ratio(j);
  return own && *own == *ratio;
}

}  // namespace

namespace {

/// An epsilon whose delta is looked for among kinks.
struct SoughtDelta {
  Ball t;
  const Real* exact;
  bool settled = false;
  std::optional<Ball> delta, off;  // at the highest kink that t may be: delta, how far t is off
};

std::vector<SoughtDelta> sought_deltas(const std::vector<Real>& epsilons, Bits p) {
  std::vector<SoughtDelta> out;
  for (const Real& epsilon : epsilons) {
    const Ball t = epsilon(p);
    if (certainly_negative(t)) {
      throw std::invalid_argument(
          "epsilon must be at least 0, got " +
          (epsilon.rational() ? epsilon.rational()->text() : t.decimal_bounds(10).first));
    }
    out.push_back({t, &epsilon, false, std::nullopt, std::nullopt});
  }
  return out;
}

}  // namespace

// BOUND(TV-BETWEEN)
// Statement.  Let r be a kink, r' > r the next, r <= t <= r'. Then
//                 delta(t) = x delta(r') + (1-x) Q(S > r),   x = e^(t-r');
//             beyond the last kink it is 0. Where a kink stands for several losses, t is above all
//             of the lower one's and below all of the upper one's: then the first line holds with r
//             and r' the largest of them, evaluated with e^t times the interval of e^-r' for both
//             x. For s, t >= r, r a kink or 0,
//                 |delta(t) - delta(s)| <= |t - s| Q(S > r) <= |t - s|.
// Needs.      t >= 0: checked here (std::invalid_argument). t certainly between the kinks of the
//             first line, or beyond the last: checked here; where t may be a kink, the last line is
//             used, with s the largest loss of the highest such kink and r certainly below both.
// Proof.      The losses above r are those of the kink r' and those above it. For the latter
//                 1 - e^(t-s) = x (1 - e^(r'-s)) + (1-x),   x = e^(t-r'),
//             and for a loss s of the kink it is 1-x with x = e^(t-s): every x is in the interval.
//             The slope of delta at u is -e^u P(S > u), which is between -Q(S > u) and 0.
// Source.     Elementary.
std::vector<Certified> region_deltas(const ComposedTv& composed, const std::vector<Real>& epsilons,
                                     const Effort& effort) {
  const int digits = effort.digits;
  const Bits p = composed.bits(digits) + 32;
  const Ball finite = composed.finite_mass(p), infinite = composed.infinite_mass(p),
             one = Ball::integer(1, p);
  std::vector<SoughtDelta> sought = sought_deltas(epsilons, p);
  std::vector<Certified> out(epsilons.size(), unknown(digits));
  const auto settle = [&](size_t i, const Ball& delta) {
    out[i] = value(infinite + finite * delta, digits);
    sought[i].settled = true;
  };
  // Near a kink: t and it are above another with Q beyond.
  const auto settle_near = [&](size_t i, const Ball& Q) {
    const UpperBound off = bound<"TV-BETWEEN">(UpperBound::of(*sought[i].off * Q));
    settle(i, widen(*sought[i].delta, off));
  };
  std::optional<Ball> above, above_delta;  // the kink before: its epsilon and delta
  try {
    composed.visit(effort, [&](const RegionPoint& point) {
      for (size_t i = 0; i < sought.size(); ++i) {
        SoughtDelta& q = sought[i];
        if (q.settled || certainly_less(q.t, point.epsilon)) continue;
        const bool beyond = certainly_less(point.epsilon, q.t);
        if (!beyond && equal(composed, point.j, *q.exact)) {
          settle(i, point.delta);
        } else if (!beyond) {
          if (q.delta) continue;
          q.delta = point.delta;
          q.off = abs(q.t - point.epsilon).upper();
        } else if (q.delta) {
          settle_near(i, point.Q_above);
        } else if (!above) {
          settle(i, Ball(p));
        } else {
          const Ball back = q.t - *above;
          settle(i, bound<"TV-BETWEEN">(exp(back) * *above_delta - expm1(back) * point.Q_above));
        }
      }
      above = point.epsilon;
      above_delta = point.delta;
    });
  } catch (const Interrupted&) {
    return out;
  }
  for (size_t i = 0; i < sought.size(); ++i) {
    if (!sought[i].settled && sought[i].delta) settle_near(i, one);
  }
  return out;
}

// BOUND(TV-EPSILON)
// Statement.  Let F = (1-delta)^k, d = (D - (1-F))/F >= 0 and t* the smallest t >= 0 with
//             delta(t) <= d. If delta(r) >= d at a kink r and delta(r') <= d at the next, then
//                 t* = log((Q(S > r) - d)/P(S > r)),   r <= t* <= r';
//             if delta(0) <= d then t* = 0. Where r' stands for several losses, the right side and
//             t* are both in the interval of r', if they differ.
// Needs.      F > 0 and D >= 1-F: checked here. Which kink r is: checked here, for every kink that
//             may be it; if delta(r) is as good as d, the intervals of several are joined.
// Proof.      The composition is (t, (1-F) + F delta(t))-DP and no better. Between r and r'
//                 delta(t) = Q(S > r) - e^t P(S > r)
//             (the losses above t are those above r), which decreases strictly where P(S > r) > 0;
//             solve it for t. Beyond the smallest loss of the kink r' the right side is smaller
//             than delta(t), terms that are negative being counted; up to it the two agree. So its
//             zero t is t* if that is at most this loss; otherwise both are above it, and at most
//             the largest one, where delta <= d.
// Source.     Elementary.
Extended region_epsilon(const ComposedTv& composed, const Rational& D, const Effort& effort) {
  if (D.sign() < 0 || D > kOne) {
    throw std::invalid_argument("delta must be in [0, 1], got " + D.text());
  }
  const int digits = effort.digits;
  const Bits p = composed.bits(digits) + 32;
  const std::optional<Rational> mass = composed.exact_infinite_mass();
  const Ball finite = composed.finite_mass(p), zero(p);
  const Ball above_mass = mass ? Ball(D - *mass, p) : Ball(D, p) - composed.infinite_mass(p);
  if (certainly_negative(above_mass)) return no_region_epsilon(D);
  const auto answer = [digits](const Ball& x) {
    return limited(certified({x, {}}, "theorem2", digits, true), kZero);
  };
  if (finite.is_exactly_zero() || D == kOne) return answer(zero);
  if (!above_mass.is_exactly_zero() && !certainly_positive(above_mass)) {
    return answer(Ball::indeterminate(p));
  }
  const Ball d = above_mass / finite;
  // Walking down: while delta <= d, t* is at most the kink. At the first one where that is not
  // certain t* is above it or, delta being as good as d, below: then the next kinks tell.
  Ball last = composed.epsilon(composed.reach(), p);
  std::optional<Ball> found;
  bool done = false;
  try {
    composed.visit(effort, [&](const RegionPoint& point) {
      if (done) return;
      const Ball& r = point.epsilon;
      const bool low_enough = certainly_at_most(point.delta, d);
      if (!low_enough) {
        // The one kink that r certainly is has its t* above it; else t may be anywhere.
        const bool certain = certainly_less(d, point.delta) && !found;
        const Ball t = bound<"TV-EPSILON">(log((point.Q_above - d) / point.P_above));
        Ball here = Ball::hull(r, last);
        if (t.is_finite())
          here = certain ? common(t, here, "epsilon of a region") : min(max(t, r), last);
        if (overlaps(here, last)) here = Ball::hull(here, last);
        found = found ? Ball::hull(*found, here) : here;
      }
      last = r;
      done = certainly_less(d, point.delta);
      if (point.j > 0 || done) return;
      found = found && !low_enough ? Ball::hull(*found, zero) : zero;
    });
  } catch (const Interrupted&) {
    return answer(Ball::hull(zero, composed.epsilon(composed.reach(), p)));
  }
  return answer(found.value_or(zero));
}

Extended no_region_epsilon(const Rational& D) {
  return Extended::infinity("no epsilon: the mass of infinite loss is above delta = " + D.text());
}

// BOUND(TV-AREA)
// Statement.  For a pair symmetric under exchange, 1 - 2 int f is the total variation of the pair
//             composed with itself.
// Needs.      The pair is symmetric: it is, by equations 43 and 44 of Ghazi and Issa 2024.
// Proof.      Let X ~ P, Y ~ Q. int f is the probability that S(X) > S(Y) plus half that of ties
//             (the area under a curve of errors), so that
//                 1 - 2 int f = Pr(S(Y) > S(X)) - Pr(S(Y) < S(X)).
//             By symmetry S(X) has the law of -S(Y'), Y' ~ Q independent of Y, and (Y, Y') is the
//             pair twice under Q, S2 = S(Y) + S(Y'):
//                 1 - 2 int f = Q2(S2 > 0) - Q2(S2 < 0) = Q2(S2 > 0) - P2(S2 > 0),
//             its delta(0). Infinite losses (+inf under Q, -inf under P) fit in.
// Source.     Elementary.
Certified region_area(const ComposedTv& composed, const Effort& effort) {
  const Certified twice = region_answers(composed.repeated(2), {}, {}, effort).total_variation;
  return replaced(twice, bound<"TV-AREA">(twice.value));
}

std::optional<double> area_ratio(const Certified& area, const Certified& other) {
  if (!area.reached || !other.reached || !certainly_positive(other.value)) return std::nullopt;
  return (area.value / other.value).approximate();
}

Certified region_worst_total_variation(const ComposedTv& composed, int digits) {
  const Ball worst = composed.worst_total_variation(composed.bits(digits));
  return within(certified({worst, {}}, "theorem2", digits), kZero, kOne);
}

Certified closed_worst_total_variation(const ComposedTv& composed, int digits) {
  const auto at = [&](Bits p) { return composed.worst_total_variation(p); };
  return certified_at(at, "closed_form", digits);
}

// By TV-LINES 1 - delta_j' - e^(j u) a, with delta_j' the delta at j, is a supporting line: 1 -
// delta_j' at a = 0, and 0 at a = e^(-j u) (1 - delta_j').
std::vector<LineEnd> region_line(const ComposedTv& composed, long j, const Effort& effort) {
  const Certified delta = region_answers(composed, {j}, {}, effort).deltas.at(0);
  const Bits p = delta.value.precision();
  const Ball height = Ball::integer(1, p) - delta.value;
  const auto certain = [&](const Ball& x) {
    return certified({x, {}}, "theorem2", effort.digits, true);
  };
  const Certified zero = certain(Ball(Bits{64})), top = certain(height),
                  foot = certain(exp(-composed.epsilon(j, p)) * height);
  std::vector<LineEnd> out{{zero, top}, {foot, zero}};
  if (j > 0) {
    out.push_back({top, zero});
    out.push_back({zero, foot});
  }
  return out;
}

std::vector<Certified> approximate_dp_curve(const Rational& epsilon, const Rational& delta,
                                            const std::vector<Rational>& alphas,
                                            const Effort& effort) {
  if (epsilon.sign() < 0 || delta.sign() < 0 || delta > kOne) {
    throw std::invalid_argument("epsilon must be at least 0 and delta in [0, 1], got " +
                                epsilon.text() + " and " + delta.text());
  }
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Ball e(epsilon, p), top(kOne - delta, p);
  std::vector<Certified> out;
  for (const Rational& alpha : alphas) {
    const Ball a(alpha, p);
    const Ball f = max(max(top - exp(e) * a, exp(-e) * (top - a)), Ball(p));
    out.push_back(within(certified({f, {}}, "closed_form", effort.digits), kZero, kOne));
  }
  return out;
}

}  // namespace plumbline
