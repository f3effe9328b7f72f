#include "reference/engines/transform_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/fourier_kernel.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

/// The orders c: the numbers c - 1 are a geometric sequence.
constexpr double kFirst = 1e-5, kApart = 1.25;
constexpr long kLastPlace = 120;

}  // namespace

TransformBounds::TransformBounds(const Composition& composition, bool reverse) : reverse_(reverse) {
  if (composition.without_transform() != nullptr) return;
  for (const Factor& f : composition.factors()) {
    terms_.push_back({shared_measure(f.mechanism), f.count, f.count.approximate()});
  }
}

/// Returns the transform at c of the loss in this direction: K_S(c), or K_S(1-c) for the reversed pair.
Ball TransformBounds::transform(double c, Bits p) {
  const auto known = transforms_.find({c, p.n});
  if (known != transforms_.end()) return known->second;
  const double at = reverse_ ? 1 - c : c;
  const bool rounded =
      reverse_ && Rational::from_binary64(at) != Rational(1) - Rational::from_binary64(c);
  if (rounded) return Ball::indeterminate(p);  // 1 - c is not a double
  Ball out = Ball::integer(1, p);
  for (const Term& term : terms_) {
    poll_here();
    out = out * power(term.measure->transform(at, p), term.count);
  }
  return transforms_.emplace(std::pair(c, p.n), out).first->second;
}

double TransformBounds::log_transform(double c) const {
  constexpr size_t kBetweenPolls = 16;
  double out = 0;
  for (size_t i = 0; i < terms_.size(); ++i) {
    if (i % kBetweenPolls == kBetweenPolls - 1) poll_here();
    out += terms_[i].runs * terms_[i].measure->log_transform(reverse_ ? 1 - c : c);
  }
  return out;
}

TransformBounds::Order TransformBounds::made(double c) const {
  poll_here();
  const double h = 1e-3 * (c - 1), low = log_transform(c - h), high = log_transform(c + h);
  Order out{c, log_transform(c)};
  const double variance = (high - 2 * out.log_K + low) / (h * h);
  out.mean = (high - low) / (2 * h);
  if (!std::isfinite(out.mean) || !(variance > 0)) return out;
  out.deviation = std::sqrt(variance);
  return out;
}

const std::vector<TransformBounds::Inside>& TransformBounds::windows_at(long place) {
  order(place);
  Order& at = orders_.at(place);
  if (!at.windows && at.deviation > 0) {
    at.windows.emplace();
    // In a narrow window, the factor e^{(1-c)S} varies little, so that its value at the upper end is a good bound. But
    // Markov's inequality proves less mass inside.
    for (const double deviations : {1.3, 1.6, 2.0}) add_window(deviations, &at);
  }
  static const std::vector<Inside> none;
  return at.windows ? *at.windows : none;
}

void TransformBounds::add_window(double deviations, Order* at) const {
  const double half = deviations * at->deviation, step = deviations / at->deviation;
  const TiltedWindow window{at->c, step, step, at->mean - half, at->mean + half};
  const double tails = std::exp(step * window.low + log_transform(at->c - step) - at->log_K) +
                       std::exp(-step * window.high + log_transform(at->c + step) - at->log_K);
  if (!(tails < 1)) return;
  at->windows->push_back({window, at->log_K + (1 - at->c) * window.high + std::log1p(-tails)});
}

const TransformBounds::Order& TransformBounds::order(long place) {
  const auto known = orders_.find(place);
  if (known != orders_.end()) return known->second;
  const double c = 1 + kFirst * std::pow(kApart, static_cast<double>(place));
  return orders_.emplace(place, made(c)).first->second;
}

/// Returns the index of the order that would give the best bound if the loss were normal. Searches start there.
long TransformBounds::start(double t) {
  constexpr long kNear = 20;  // c = 1.0009
  const Order& at = order(kNear);
  if (!(at.deviation > 0)) return kNear;
  const double x = (t - at.mean) / (at.deviation * at.deviation);
  if (!(x > kFirst)) return 0;
  return std::clamp(std::lround(std::log(x / kFirst) / std::log(kApart)), 0L, kLastPlace);
}

template <class Size>
long TransformBounds::climb(long place, const Size& size) {
  const auto at = [&](long i) { return i < 0 || i > kLastPlace ? -HUGE_VAL : size(order(i)); };
  double best = at(place);
  for (const long step : {1L, -1L}) {
    // Continues a few orders beyond the first one at which the value decreases or proves nothing.
    constexpr int kPatience = 6;
    for (long i = place + step, worse = 0; worse < kPatience && i >= 0 && i <= kLastPlace;
         i += step) {
      const double found = at(i);
      worse = found > best ? 0 : worse + 1;
      if (found > best) best = found, place = i;
    }
  }
  return place;
}

double TransformBounds::log_above(const Order& at, double t) const {
  return fourier::log_chernoff_constant(fourier::Kernel::profile, at.c) + at.log_K + t * (1 - at.c);
}

TransformBounds::Place TransformBounds::best_window(long place, double t) {
  Place best{place, 0, -HUGE_VAL};
  const std::vector<Inside>& windows = windows_at(place);
  for (size_t i = 0; i < windows.size(); ++i) {
    if (!(windows[i].window.low > t)) continue;
    const double found = std::log(-std::expm1(t - windows[i].window.low)) + windows[i].log_mass;
    if (found > best.log_bound) best = {place, i, found};
  }
  return best;
}

/// Searches the orders near that of the best upper bound. At that order the tilted mean of the loss is near t, and the
/// best window lies slightly above t.
TransformBounds::Place TransformBounds::best_below(long place, double t) {
  constexpr long kBefore = 8, kBehind = 10;
  Place best{place, 0, -HUGE_VAL};
  for (long i = std::max(0L, place - kBefore); i <= std::min(kLastPlace, place + kBehind); ++i) {
    const Place found = best_window(i, t);
    if (found.log_bound > best.log_bound) best = found;
  }
  return best;
}

double TransformBounds::log_below_about(const Real& t) {
  const double near = t.approximate();
  return best_below(best_above(near), near).log_bound;
}

long TransformBounds::best_above(double t) {
  return climb(start(t), [&](const Order& at) {
    const double found = -log_above(at, t);
    return std::isfinite(found) ? found : -HUGE_VAL;
  });
}

std::optional<Ball> TransformBounds::above(const Real& t, Bits p) {
  const long place = best_above(t.approximate());
  std::optional<Ball> best;
  for (const long i : {place, place - 1, place + 1, place - 3}) {
    if (i < 0 || (best && i != place + 1)) continue;
    const double c = order(i).c;
    const Ball at = Ball::from_binary64(c, p);
    const Ball found = fourier::chernoff_constant(fourier::Kernel::profile, c, p) *
                       transform(c, p) * exp(t(p) * (Ball::integer(1, p) - at));
    if (!found.is_finite()) continue;
    if (!best || certainly_less(found.upper(), *best)) best = found.upper();
  }
  return best;
}

// BOUND(TILTED-TAILS)
// Statement.  Let c > 1, h, k > 0 and t < u < w. With K = K_S,
//
//                 delta(t) >= (1 - e^{t-u}) K(c) e^{(1-c)w} (1 - e^{hu} K(c-h)/K(c) - e^{-kw} K(c+k)/K(c)).
//
// Needs.      c > 1, h, k > 0, t < u < w: checked here (zero otherwise). K(c) > 0 finite: checked here.
// Proof.      delta(t) = E_P[(e^S - e^t)_+] >= (1 - e^{t-u}) E_P[e^S; u < S <= w], because 1 - e^{t-S} >= 1 - e^{t-u}
//             for S > u. Under the distribution tilted by c, with the density e^{cS}/K(c), the last expectation is
//             K(c) E_c[e^{(1-c)S}; u < S <= w] >= K(c) e^{(1-c)w} P_c(u < S <= w). Markov's inequality for e^{-hS}
//             and e^{kS} bounds the complement: P_c(S <= u) <= e^{hu} K(c-h)/K(c) and P_c(S > w) <= e^{-kw}
//             K(c+k)/K(c).
// Source.     Elementary; Cramer's change of measure.
Ball TransformBounds::below(const Real& t, const TiltedWindow& at, Bits p) {
  const auto number = [p](double x) { return Ball::from_binary64(x, p); };
  const Ball one = Ball::integer(1, p), zero(p), u = number(at.low), w = number(at.high);
  const bool fits = at.c > 1 && at.left > 0 && at.right > 0 && at.low < at.high;
  const double below = at.c - at.left, above = at.c + at.right;
  const Ball gap = u - t(p), K = transform(at.c, p);
  if (!fits || !certainly_positive(gap) || !certainly_positive(K) || !K.is_finite()) return zero;
  // The tilts are rounded; the distances are exactly those of the rounded tilts.
  const Ball h = number(at.c) - number(below), k = number(above) - number(at.c);
  const Ball tails = exp(h * u) * transform(below, p) / K + exp(-(k * w)) * transform(above, p) / K;
  if (!tails.is_finite()) return zero;
  const Ball inside = one - bound_number<"TILTED-TAILS">(tails.upper());
  const Ball found = -expm1(-gap) * K * exp((one - number(at.c)) * w) * inside;
  return found.is_finite() ? found.lower() : zero;
}

Ball TransformBounds::below(const Real& t, Bits p) {
  const double near = t.approximate();
  const long place = best_below(best_above(near), near).order;
  Ball best(p);
  for (const long i : {place, place - 1, place + 1}) {
    if (i < 0) continue;
    const Place at = best_window(i, near);
    if (!std::isfinite(at.log_bound)) continue;
    const Ball found = below(t, windows_at(i)[at.window].window, p);
    if (certainly_less(best, found)) best = found;
  }
  return best;
}

}  // namespace plumbline
