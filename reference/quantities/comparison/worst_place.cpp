#include "reference/quantities/comparison/worst_place.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/values/mint.hpp"

namespace plumbline::ranges {

EventGain gain_of_event(const RangeRuns& r, const Rational& g, const Place& at, Bits p) {
  const Bits work = p + 64;
  const Ball one = Ball::integer(1, work);
  const Rational& t = at.t;
  const Ball high = expm1(Ball(t - r.range, work)) / expm1(-Ball(r.range, work));
  const Ball odds = (one - high) / high, step = exp(Ball(r.range, work));
  Ball mass = power(high, r.runs), share = exp(Ball(g - t * r.runs, work)), sum(work);
  Ball of_P(work);
  for (long i = 0; i <= at.low; ++i) {
    sum += mass * (one - share);
    of_P += mass * share;
    mass = mass * odds * Ball((r.runs - Rational(i)) / Rational(i + 1), work);
    share = share * step;
  }
  return {sum.rounded(p), of_P.rounded(p)};
}

Rational t_of(const RangeRuns& r, const Rational& g, long low) {
  return (g + r.range * Rational(low + 1)) / (r.runs + Rational(1));
}

namespace {

/// Returns the candidates t = (g + (low+1) range)/(N+1), one for each number `low` of low losses, that lie in (0,
/// range).
std::vector<Place> places(const RangeRuns& r, const Rational& g) {
  std::vector<Place> out;
  const long N = static_cast<long>(r.runs.approximate());
  for (long low = 0; low < N; ++low) {
    const Rational t = t_of(r, g, low);
    if (t > kZero && t < r.range) out.push_back({t, low});
  }
  return out;
}

}  // namespace

// BOUND(RANGE-WORST)
// Statement.  Consider N mechanisms with losses in intervals [t_i - eps, t_i] that are fixed in advance. Let K be the
//             number of low losses in N runs of the mechanism with the losses t and t - eps: Bin(N, 1-q) under Q and
//             Bin(N, 1-p) under P, with q = (1 - e^{t-eps})/(1 - e^{-eps}) and p = q e^{-t}. The largest delta(g) of
//             the composition, over all t_i and all such mechanisms, is the larger of (1 - e^g)_+ and
//
//                 max over l = 0 .. N-1 of F_l(t_l),   t_l = (g + (l+1) eps)/(N+1) in (0, eps),
//                 F_l(t) = Q(K <= l) - e^g P(K <= l).
//
//             An l whose t_l is not in (0, eps) is omitted; if all are omitted, the value is (1 - e^g)_+.
// Needs.      eps > 0, N >= 1 an integer: require_runs.
// Proof.      The worst mechanism of each step has two outcomes, with losses t_i and t_i - eps, t_i in [0, eps]
//             (RANGE-PAIR). If K outcomes are low, the total loss is T - K eps, T = sum t_i. It depends on K alone,
//             so that delta(g) is the largest F_l(t_1 .. t_N), l = -1 .. N, with F_{-1} = 0 and F_N = 1 - e^g. Let
//             0 <= l <= N-1. At step i the low outcome has Q-mass 1 - q and P-mass 1 - p, where t = t_i and
//
//                 q = (1 - e^{t-eps})/(1 - e^{-eps}),   p = q e^{-t}.
//
//             Let P' and Q' omit step i. Then Q(K <= l) = Q'(K <= l-1) + q Q'(K = l) and Q'(K = l) = e^{T - t_i - l
//             eps} P'(K = l). Hence
//
//                 dF_l/dt_i = P'(K = l) (e^{g-t_i} - e^{T-eps-l eps})/(1 - e^{-eps}),
//
//             which has the sign of g + (l+1) eps - T - t_i if P'(K = l) > 0. F_l has a maximum on [0, eps]^N. If
//             P'(K = l) = 0 at this maximum for some i, then K <= l is certain or impossible, and F_l is 1 - e^g or
//             0, at most (1 - e^g)_+. Otherwise each t_i in (0, eps) equals g + (l+1) eps - T; a t_i = 0 implies T >=
//             g + (l+1) eps; and a t_i = eps implies T + eps <= g + (l+1) eps. So no two of the three kinds occur
//             together. If all t_i are 0 or all are eps, nothing is released, and F_l is at most (1 - e^g)_+. If all
//             t_i are in (0, eps), they are equal to t_l. Conversely, each F_l(t_l) is the gain of an event.
// Source.     Dong, Durfee, Rogers 2020, Theorem 3 and Lemma 4.3; the proof is this project's.
Ball worst_gain(const RangeRuns& r, const Rational& g, const std::vector<Place>& all, Bits p) {
  const Ball none = max(Ball(p), -expm1(Ball(g, p)));
  Ball most = none;
  for (const Place& at : all) most = max(most, gain_of_event(r, g, at, p).gain);
  return bound_number<"RANGE-WORST">(most);
}

std::vector<Place> contenders(const RangeRuns& r, const Rational& g, const Poll& poll) {
  const std::vector<Place> all = places(r, g);
  const Bits rough{64};
  std::vector<Ball> gains;
  Ball most = max(Ball(rough), -expm1(Ball(g, rough)));
  for (const Place& at : all) {
    poll();
    gains.push_back(gain_of_event(r, g, at, rough).gain);
    most = max(most, gains.back());
  }
  std::vector<Place> out;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!certainly_less(gains[i], most)) out.push_back(all[i]);
  }
  return out;
}

}  // namespace plumbline::ranges
