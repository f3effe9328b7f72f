#include "reference/quantities/tv_region.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plumbline {
namespace {

const Rational kZero(0), kOne(1);

Certified value(const Ball& x, int digits) {
  return within(certified({x, {}}, "theorem2", digits), kZero, kOne);
}

Certified unknown(int digits) {
  return value(Ball::zero_to(UpperBound::of(Ball::integer(1, Bits{64})), Bits{64}), digits);
}

}  // namespace

// BOUND(TV-LINES)
// Statement.  With F = (1-delta)^k the composed trade-off function is
//             f(a) = max(0, max_t F (1-delta_t) - e^t a, max_t e^{-t} (F (1-delta_t) - a)), t over
//             the kinks' epsilons. Kinks that stand for several: the largest of them bounds f from
//             below; from above, the line of slope e^s, s <= r, is at most F (1 - delta_r) - e^s a,
//             and e^s is in the interval that the point carries.
// Proof.      The trade-off function of the composed pair is piecewise linear with the slopes
//             -e^t, |t| an epsilon of a kink, hence the maximum of its supporting lines, of which
//             that of slope -e^t is 1 - delta(t) - e^t a with 1 - delta(t) = F (1-delta_t); for -t,
//             the pair being symmetric, 1 - delta(-t) = e^{-t} (1 - delta(t)). delta decreases; at
//             kink 0 the point's delta is an interval that holds those of all its losses.
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
    out.tradeoff[i] = within(certified({best[i], {}}, "theorem2", digits, true), kZero, kOne);
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

// BOUND(TV-BETWEEN)
// Statement.  Let r be a kink, r' > r the next, r <= t <= r'. Then delta(t) = x delta(r') + (1-x)
//             Q(S > r), x = e^{t-r'}; beyond the last kink it is 0. For s, t >= r, r a kink or 0,
//             |delta(t) - delta(s)| <= |t - s| Q(S > r) <= |t - s|.
// Proof.      The losses above r are those from r' on, and for those s' >= r' 1 - e^{t-s'} is
//             x (1 - e^{r'-s'}) + (1-x). The slope of delta at u is -e^u P(S > u), which is between
//             -Q(S > u) and 0.
// Source.     Elementary.
std::vector<Certified> region_deltas(const ComposedTv& composed, const std::vector<Real>& epsilons,
                                     const Effort& effort) {
  const int digits = effort.digits;
  const Bits p = composed.bits(digits) + 32;
  const Ball finite = composed.finite_mass(p), infinite = composed.infinite_mass(p),
             one = Ball::integer(1, p);
  struct Asked {
    Ball t;
    const Real* exact;
    bool settled = false;
    std::optional<Ball> delta, off;  // at the highest kink that t may be: delta, how far t is off
  };
  std::vector<Asked> questions;
  for (const Real& epsilon : epsilons) {
    const Ball t = epsilon(p);
    if (certainly_negative(t)) {
      throw std::invalid_argument(
          "epsilon must be at least 0, got " +
          (epsilon.rational() ? epsilon.rational()->text() : t.decimal_bounds(10).first));
    }
    questions.push_back({t, &epsilon, false, std::nullopt, std::nullopt});
  }
  std::vector<Certified> out(epsilons.size(), unknown(digits));
  const auto settle = [&](size_t i, const Ball& delta) {
    out[i] = value(infinite + finite * delta, digits);
    questions[i].settled = true;
  };
  // Near a kink: t and it are above another with Q beyond.
  const auto settle_near = [&](size_t i, const Ball& Q) {
    const Ball off = (*questions[i].off * Q).upper();
    settle(i, *questions[i].delta + Ball::hull(-off, off));
  };
  std::optional<Ball> above, above_delta;  // the kink before: its epsilon and delta
  try {
    composed.visit(effort, [&](const RegionPoint& point) {
      for (size_t i = 0; i < questions.size(); ++i) {
        Asked& q = questions[i];
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
          settle(i, exp(back) * *above_delta - expm1(back) * point.Q_above);
        }
      }
      above = point.epsilon;
      above_delta = point.delta;
    });
  } catch (const Interrupted&) {
    return out;
  }
  for (size_t i = 0; i < questions.size(); ++i) {
    if (!questions[i].settled && questions[i].delta) settle_near(i, one);
  }
  return out;
}

// BOUND(TV-EPSILON)
// Statement.  Let d = (D - (1-F))/F >= 0 and t* the smallest t >= 0 with delta(t) <= d. If delta(r)
//             >= d at a kink r and delta(r') <= d at the next, then t* = log((Q(S > r) - d)/P(S >
//             r)), and r <= t* <= r'.
// Proof.      The composition is (t, (1-F) + F delta(t))-DP and no better. Between r and r'
//             delta(t) = Q(S > r) - e^t P(S > r) (the losses above t are those above r), which
//             decreases strictly where P(S > r) > 0; solve it for t. Where the kink r' stands for
//             several, a t* between them is at least the t of the formula, which is then at least
//             the smallest of them (beyond a loss the formula takes away more than nothing): so
//             both are in the ball of r', which is joined.
// Source.     Elementary.
std::optional<Certified> region_epsilon(const ComposedTv& composed, const Rational& D,
                                        const Effort& effort) {
  if (D.sign() < 0 || D > kOne) {
    throw std::invalid_argument("delta must be in [0, 1], got " + D.text());
  }
  const int digits = effort.digits;
  const Bits p = composed.bits(digits) + 32;
  const std::optional<Rational> mass = composed.exact_infinite_mass();
  const Ball finite = composed.finite_mass(p), zero(p);
  const Ball above_mass = mass ? Ball(D - *mass, p) : Ball(D, p) - composed.infinite_mass(p);
  if (certainly_negative(above_mass)) return std::nullopt;
  const auto answer = [digits](const Ball& x) {
    Certified out = certified({x, {}}, "theorem2", digits, true);
    out.least = kZero;
    return out;
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
        const Ball t = log((point.Q_above - d) / point.P_above);
        Ball here = t.is_finite() ? min(max(t, r), last) : Ball::hull(r, last);
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

// BOUND(TV-AREA)
// Statement.  For a pair symmetric under exchange, 1 - 2 int f is the total variation of the pair
//             composed with itself.
// Proof.      Let X ~ P, Y ~ Q. int f is the probability that S(X) > S(Y) plus half that of ties
//             (the area under a curve of errors), so that 1 - 2 int f = Pr(S(Y) > S(X)) - Pr(S(Y) <
//             S(X)). By symmetry S(X) has the law of -S(Y'), Y' ~ Q independent of Y, and (Y, Y')
//             is the pair twice under Q: 1 - 2 int f = Q2(S2 > 0) - Q2(S2 < 0) = Q2(S2 > 0) - P2(S2
//             > 0), its delta(0). Infinite losses (+inf under Q, -inf under P) fit in.
// Source.     Elementary.
Certified region_area(const ComposedTv& composed, const Effort& effort) {
  return region_answers(composed.repeated(2), {}, {}, effort).total_variation;
}

}  // namespace plumbline
