/// Renyi divergences of every order, and their supremum.
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/loss_moments.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/transform_range.hpp"
#include "reference/quantities/between_divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/promised_divergence.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/step_moments.hpp"
#include "reference/values/larger.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

using step_moments::first_bits;
using step_moments::kMostBits;
using step_moments::needed_transform;
using step_moments::nonnegative;
using step_moments::value;

/// Returns log K(a) of a pair with finite losses, where K(a) = E_P[e^{aL}]. If the ball from the transform has few
/// digits, intersects it with the range that the pair offers.
Ball log_transform_of(const DominatingPair& pair, const Rational& a, Bits p) {
  const Ball found = log(transform_at(needed_transform(pair), a, p));
  const auto bounded = pair.offer<TransformRange>();
  if (!bounded || found.relative_digits() * 4 >= static_cast<double>(p.n)) return found;
  const Ball range = bounded->log_K(Ball(a, p));
  return found.is_finite() ? common(found, range, "log K by two bounds") : range;
}

/// Returns log K(a) of a pair with finite losses by any known method; nothing if it is infinite.
std::optional<Ball> finite_log_transform(const DominatingPair& pair, const Rational& a, Bits p) {
  if (const auto mu2 = gaussian_mu_squared(pair))
    return Ball(a * (a - kOne) * *mu2 / Rational(2), p);
  if (const auto known = pair.offer<KnownTransform>()) return known->log_K(a, p);
  return log_transform_of(pair, a, p);
}

/// Returns log K(a) of the whole composition; nothing if it is infinite.
std::optional<Ball> log_transform(const Composition& composition, const Rational& a, Bits p) {
  Ball sum(p);
  for (const Factor& f : composition.factors()) {
    const DominatingPair* pair = f.mechanism.get();
    Ball one(p);
    const auto infinite = pair->offer<InfiniteLosses>();
    if (infinite) {
      // (dQ/dP)^a is infinite for a > 1 if P = 0, and for a < 0 if Q = 0.
      const bool at_plus = a > kOne && !infinite->Q_finite.is_known_as(kOne);
      const bool at_minus = a.sign() < 0 && !infinite->P_finite.is_known_as(kOne);
      if (at_plus || at_minus || infinite->conditional == nullptr) return std::nullopt;
      // K(a) = P_finite (Q_finite/P_finite)^a K'(a), where K' is the transform of the conditional pair
      const Ball P = infinite->P_finite(p), Q = infinite->Q_finite(p);
      one = log(P) * Ball(kOne - a, p) + log(Q) * Ball(a, p);
      pair = infinite->conditional.get();
    }
    const auto finite = finite_log_transform(*pair, a, p);
    if (!finite) return std::nullopt;
    sum = sum + (one + *finite) * Ball(f.count, p);
  }
  return sum;
}

/// Returns E_Q[L] if `under_Q`, otherwise -E_P[L]; nothing if the mean of a factor is not known in closed form.
std::optional<Certified> known_means(const Composition& composition, bool under_Q,
                                     const Effort& effort) {
  for (const Factor& f : composition.factors()) {
    if (!gaussian_mu_squared(*f.mechanism) && !f.mechanism->offer<KnownTransform>()) {
      return std::nullopt;
    }
  }
  Ball sum(Bits{64});
  for (Bits p = first_bits(effort.digits); p.n <= kMostBits && !effort.expired();
       p = Bits{2 * p.n}) {
    sum = Ball(p);
    for (const Factor& f : composition.factors()) {
      const auto mu2 = gaussian_mu_squared(*f.mechanism);
      const Ball mean = mu2 ? Ball(*mu2 / Rational(under_Q ? 2 : -2), p)
                            : f.mechanism->offer<KnownTransform>()->mean(under_Q ? 1 : 0, p);
      sum = sum + mean * Ball(f.count, p);
    }
    if (sum.relative_digits() >= effort.digits) break;
  }
  return value(nonnegative(under_Q ? sum : -sum, "a KL divergence"), "transform", effort.digits,
               false);
}

Extended infinite_renyi() {
  return Extended::infinity("the Renyi divergence of this order is infinite");
}

// BOUND(RENYI-ORDER)
// Statement.  Let L be the loss of a step or of a composition. For a > 1 let D_a = log E_Q[e^{(a-1)L}]/(a-1), which
//             is log E_P[e^{aL}]/(a-1), or +inf if the loss is +inf with positive probability under Q. Let D_inf be
//             the essential supremum of L under Q. Then D_b <= D_a <= D_inf for 1 < b <= a.
// Needs.      1 < b <= a, and a largest loss: checked here.
// Proof.      If the loss is +inf with positive probability under Q, then D_a and D_inf are +inf, and D_b is at most
//             that. Otherwise let X = e^L and r = a - 1 > 0, so that D_a is the logarithm of (E_Q X^r)^{1/r}. For 0 <
//             r' <= r, Jensen's inequality with the convex function x^{r/r'} gives (E X^{r'})^{1/r'} <=
//             (E X^r)^{1/r}, even if the right side is infinite. E X^r is at most the r-th power of the essential
//             supremum of X. The reversed pair has P in place of Q and -L in place of L.
// Source.     Van Erven, Harremoes, Renyi divergence and Kullback-Leibler divergence (2014).
std::optional<Ball> renyi_between_orders(const Composition& composition, const Rational& order,
                                         Direction direction, const Effort& effort) {
  const Rational lower_order(2048);
  const bool reverse = direction == Direction::reverse;
  const auto end = reverse ? composition.smallest_loss() : composition.largest_loss();
  if (!end || !(lower_order < order)) return std::nullopt;
  const Bits p = bits_for_digits(effort.digits) + 32;
  const Ball most = reverse ? -(*end)(p) : (*end)(p);
  const Extended below = renyi(composition, lower_order, direction, effort);
  const bool known = !below.is_infinite() && below->value().is_finite();
  const Ball least = known ? below->value() : Ball(p);
  if (!certainly_at_most(least, most)) return std::nullopt;
  return bound<"RENYI-ORDER">(Ball::hull(least, most));
}

/// Returns log K(a)/(a-1) or, in reverse, log K(1-a)/(a-1); nothing if it is infinite.
std::optional<Ball> renyi_by_transform(const Composition& composition, const Rational& order,
                                       bool reverse, const Effort& effort) {
  Ball best = Ball::indeterminate(Bits{64});
  for (Bits p = first_bits(effort.digits); p.n <= kMostBits && !effort.expired();
       p = Bits{2 * p.n}) {
    const auto log_K = log_transform(composition, reverse ? kOne - order : order, p);
    if (!log_K) return std::nullopt;
    const Ball next = nonnegative(*log_K / Ball(order - kOne, p), "a Renyi divergence");
    const bool better = next.is_finite() && next.relative_digits() > best.relative_digits() + 1;
    best = common(best, next, "a Renyi divergence at two precisions");
    // For an order close to 1, log K is small, and the first precisions may give no digits.
    const bool known_at_all = best.relative_digits() > 1 || p.n > 2000;
    if ((!better && known_at_all) || best.relative_digits() >= effort.digits) break;
  }
  return best;
}

}  // namespace

Certified certain_renyi() { return limited(nothing_known("transform"), Rational(0)); }

// D_a(Q||P) = log E_P[(dQ/dP)^a]/(a-1) = log K(a)/(a-1), and D_a(P||Q) = log E_Q[(dP/dQ)^a]/(a-1) =
// log K(1-a)/(a-1).
Extended renyi(const Composition& composition, const Rational& order, Direction direction,
               const Effort& effort) {
  if (order.sign() <= 0) {
    throw std::invalid_argument("order must be greater than 0, got " + order.text());
  }
  if (const auto promise = whole_promise(composition)) {
    return promised_renyi(*promise, order, effort);
  }
  if (const auto between = divergence_between(
          composition, effort.digits,
          [&](const Composition& end) { return renyi(end, order, direction, effort); })) {
    return *between;
  }
  if (direction == Direction::worst) {
    const Extended a = renyi(composition, order, Direction::forward, effort);
    const Extended b = renyi(composition, order, Direction::reverse, effort);
    if (a.is_infinite() || b.is_infinite()) return infinite_renyi();
    return larger(*a, *b, effort.digits);
  }
  const bool reverse = direction == Direction::reverse;
  if (order == kOne) {  // KL(Q||P) = E_Q[L] is the forward divergence
    if (const auto known = known_means(composition, !reverse, effort)) return *known;
    const Moments m = moments(composition, !reverse, effort);
    return m.infinite() ? infinite_renyi() : m.v1;
  }
  const auto best = renyi_by_transform(composition, order, reverse, effort);
  if (!best) return infinite_renyi();
  if (!best->is_finite() && order > kOne) {
    if (const auto between = renyi_between_orders(composition, order, direction, effort)) {
      return value(*between, "transform", effort.digits, false);
    }
  }
  return best->is_finite() ? value(*best, "transform", effort.digits, false) : certain_renyi();
}

// The largest loss of a product is the sum of the largest losses: with positive probability, all independent outputs
// are near their largest losses at the same time.
Extended max_divergence(const Composition& composition, Direction direction, const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 32;
  std::optional<Ball> largest;
  for (const bool reverse : {false, true}) {
    if (direction == (reverse ? Direction::forward : Direction::reverse)) continue;
    const auto end = reverse ? composition.smallest_loss() : composition.largest_loss();
    if (!end && !composition.unbounded(!reverse)) {
      throw std::invalid_argument("it is unknown if the loss of " + composition.expression() +
                                  " is bounded, and by what");
    }
    if (!end) return Extended::infinity("the loss is unbounded");
    const Ball loss = reverse ? -(*end)(p) : (*end)(p);
    largest = largest ? max(*largest, loss) : loss;
  }
  return value(*largest, "closed_form", effort.digits, true);
}

}  // namespace plumbline
