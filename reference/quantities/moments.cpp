#include "reference/quantities/moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/loss_moments.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "reference/mechanisms/transform_range.hpp"
#include "reference/quantities/mint.hpp"

namespace plumbline {
namespace {

constexpr long kMostBits = 1L << 14;

/// A step as seen under one of its measures: a pair of finite losses, and what is added to its
/// loss.
struct Finite {
  Mechanism owner;
  const DominatingPair* pair;
  Real added{Rational(0)};

  Ball shift(Bits p) const { return added(p); }
};

/// What moments are read from, unless they are known otherwise.
const LossMeasure& needed_transform(const DominatingPair& pair) {
  const LossMeasure* measure = pair.measure();
  if (measure == nullptr) {
    throw std::invalid_argument(
        (pair.offer<KnownTransform>() ? "moments need" : "moments and Renyi divergences need") +
        std::string(" the transform of the loss on the whole line, which ") + pair.expression() +
        " does not offer");
  }
  return *measure;
}

/// Nothing if the loss is infinite with positive probability under the measure. Given that it is
/// finite, L = L' + log(Q_finite/P_finite).
std::optional<Finite> finite_under(const DominatingPair& pair, int tilt) {
  const auto infinite = pair.offer<InfiniteLosses>();
  if (!infinite) return Finite{nullptr, &pair};
  const bool sure = (tilt == 0 ? infinite->P_finite : infinite->Q_finite).is_known_as(kOne);
  if (!sure || infinite->conditional == nullptr) return std::nullopt;
  return Finite{infinite->conditional, infinite->conditional.get(),
                log_ratio(infinite->Q_finite, infinite->P_finite)};
}

/// Cumulants 1 .. 6 from moments 0 .. 6: k_n = m_n - sum_{j<n} C(n-1, j-1) k_j m_{n-j}.
std::array<Ball, 6> cumulants_of(const std::vector<Ball>& m) {
  std::vector<Ball> k;
  for (size_t n = 1; n <= 6; ++n) {
    Ball sum = m[n];
    long binomial = 1;
    for (size_t j = 1; j < n; ++j) {
      sum = sum - k[j - 1] * m[n - j] * binomial;
      binomial = binomial * static_cast<long>(n - j) / static_cast<long>(j);
    }
    k.push_back(sum);
  }
  return {k[0], k[1], k[2], k[3], k[4], k[5]};
}

/// Cumulants of one step. Of the Gaussian pair they are known: -+mu^2/2, mu^2, 0, ...
std::array<Ball, 6> step_cumulants(const Finite& step, int tilt, Bits p, const Poll& poll) {
  if (const auto mu2 = gaussian_mu_squared(*step.pair)) {
    const Ball zero(p), variance(*mu2, p);
    return {tilt == 0 ? -(variance / 2) : variance / 2, variance, zero, zero, zero, zero};
  }
  const auto* atoms = step.pair->atoms();
  if (atoms != nullptr && atoms->size() == 1) {  // L = 0 given that it is finite
    const Ball zero(p);
    return {step.shift(p), zero, zero, zero, zero, zero};
  }
  std::array<Ball, 6> out = cumulants_of(loss_moments(needed_transform(*step.pair), tilt, p, poll));
  out[0] = out[0] + step.shift(p);
  return out;
}

/// x, of which the number is at least 0 by definition.
const Ball& nonnegative(const Ball& x, const char* what) {
  if (certainly_negative(x)) {
    throw Contradiction(std::string(what) + " is at most " + x.decimal_bounds(25).second +
                        ", and at least 0 by definition");
  }
  return x;
}

StepFunctionals functionals(const Finite& step, int tilt, Bits p, const Poll& poll) {
  const std::array<Ball, 6> k = step_cumulants(step, tilt, p, poll);
  const Ball &mean = k[0], &variance = k[1], v1 = tilt == 0 ? -mean : mean;
  // E|X|^3 = 2 E[X_+^3] - E[X^3], for X = L - mean and X = L.
  const Ball inner = mean - step.shift(p), zero = -step.shift(p);
  const Ball third = k[2] + mean * variance * 3 + square(mean) * mean;
  const Ball v3 = third_moment_above(*step.pair, tilt, inner, p) * 2 - k[2];
  const Ball v4 = third_moment_above(*step.pair, tilt, zero, p) * 2 - third;
  return {nonnegative(v1, "v1, a KL divergence,"), variance + square(mean),
          nonnegative(variance, "the variance of a loss"), nonnegative(v3, "v3"),
          nonnegative(v4, "v4")};
}

/// A cumulant may be zero: then it counts as known when it is small against its scale.
bool known(const Ball& x, double log_scale, int digits) {
  if (x.relative_digits() >= digits) return true;
  return x.is_finite() && x.magnitude().log_approximate() <= log_scale - digits * std::log(10.0);
}

bool sharp(const StepFunctionals& f, int digits) {
  const double scale = f.variance.log_approximate() / 2;
  return known(f.v1, 2 * scale, digits) && known(f.variance, 2 * scale, digits) &&
         known(f.v3, 3 * scale, digits) && known(f.v4, 3 * scale, digits);
}

Bits first_bits(int digits) { return bits_for_digits(digits) + 64; }

Certified value(const Ball& x, const std::string& engine, int digits, bool reached) {
  const Certified out = certified({x, {{}, {}, {}, x.radius()}}, engine, digits);
  return marked(out, out.reached || reached);
}

Moments infinite_moments() {
  const Extended all = Extended::infinity("the loss is infinite with positive probability");
  return {all, all, all, all, all, std::vector<Extended>(6, all)};
}

}  // namespace

std::optional<StepFunctionals> step_functionals(const DominatingPair& pair, bool reverse,
                                                const Effort& effort) {
  const int tilt = reverse ? 1 : 0;
  const auto step = finite_under(pair, tilt);
  if (!step) return std::nullopt;
  std::optional<StepFunctionals> best;
  for (Bits p = first_bits(effort.digits); p.n <= kMostBits && !effort.expired();
       p = Bits{2 * p.n}) {
    try {
      best = functionals(*step, tilt, p, effort.poll);
    } catch (const Interrupted&) {
      break;
    }
    if (sharp(*best, effort.digits)) break;
  }
  const Ball unknown = Ball::indeterminate(Bits{64});
  return best ? best : StepFunctionals{unknown, unknown, unknown, unknown, unknown};
}

Moments moments(const Composition& composition, bool reverse, const Effort& effort) {
  const int tilt = reverse ? 1 : 0, digits = effort.digits;
  Effort sharper = effort;
  sharper.digits = digits + 2;
  const Bits out_bits = first_bits(digits);
  const Ball zero(out_bits);
  std::vector<Ball> total(6, zero);
  Ball v3 = zero, v4 = zero;
  for (const Factor& f : composition.factors()) {
    const auto step = finite_under(*f.mechanism, tilt);
    if (!step) return infinite_moments();
    const Ball count(f.count, out_bits);
    const StepFunctionals own = *step_functionals(*f.mechanism, reverse, sharper);
    v3 = v3 + own.v3 * count;
    v4 = v4 + own.v4 * count;
    const double scale = own.variance.log_approximate() / 2;
    std::optional<std::array<Ball, 6>> k;
    for (Bits p = first_bits(sharper.digits); p.n <= kMostBits && !effort.expired();
         p = Bits{2 * p.n}) {
      try {
        k = step_cumulants(*step, tilt, p, effort.poll);
      } catch (const Interrupted&) {
        break;
      }
      bool all = true;
      for (size_t n = 0; n < 6; ++n) {
        all = all && known((*k)[n], static_cast<double>(n + 1) * scale, sharper.digits);
      }
      if (all) break;
    }
    for (size_t n = 0; n < 6; ++n) {
      total[n] = k ? total[n] + (*k)[n] * count : Ball::indeterminate(out_bits);
    }
  }
  const std::string how = "transform";
  const double scale = total[1].log_approximate() / 2;
  std::vector<Extended> cumulants;
  for (size_t n = 0; n < 6; ++n) {
    cumulants.push_back(
        value(total[n], how, digits, known(total[n], static_cast<double>(n + 1) * scale, digits)));
  }
  const Ball v1 = tilt == 0 ? -total[0] : total[0];
  const bool nothing = total[1].is_exactly_zero();
  return {value(v1, how, digits, known(v1, 2 * scale, digits)),
          value(total[1] + square(total[0]), how, digits, nothing),
          value(v3, how, digits, nothing),
          value(v4, how, digits, nothing),
          value(v1 / sqrt(total[1]), how, digits, false),
          std::move(cumulants)};
}

namespace {

/// log K(a) of a pair of finite losses, or what is known of it in other ways where that is little.
Ball log_transform_of(const DominatingPair& pair, const Rational& a, Bits p) {
  const Ball found = log(transform_at(needed_transform(pair), a, p));
  const auto bounded = pair.offer<TransformRange>();
  if (!bounded || found.relative_digits() * 4 >= static_cast<double>(p.n)) return found;
  const Ball range = bounded->log_K(Ball(a, p));
  return found.is_finite() ? common(found, range, "log K by two bounds") : range;
}

/// log K(a) of the whole; nothing where it is infinite.
std::optional<Ball> log_transform(const Composition& composition, const Rational& a, Bits p) {
  Ball sum(p);
  for (const Factor& f : composition.factors()) {
    const DominatingPair* pair = f.mechanism.get();
    Ball one(p);
    const auto infinite = pair->offer<InfiniteLosses>();
    if (infinite) {
      // (dQ/dP)^a is infinite where P = 0 if a > 1, and where Q = 0 if a < 0.
      const bool at_plus = a > kOne && !infinite->Q_finite.is_known_as(kOne);
      const bool at_minus = a.sign() < 0 && !infinite->P_finite.is_known_as(kOne);
      if (at_plus || at_minus || infinite->conditional == nullptr) return std::nullopt;
      // K(a) = P_finite (Q_finite/P_finite)^a K'(a)
      const Ball P = infinite->P_finite(p), Q = infinite->Q_finite(p);
      one = log(P) * Ball(kOne - a, p) + log(Q) * Ball(a, p);
      pair = infinite->conditional.get();
    }
    if (const auto mu2 = gaussian_mu_squared(*pair)) {
      one = one + Ball(a * (a - kOne) * *mu2 / Rational(2), p);
    } else if (const auto known = pair->offer<KnownTransform>()) {
      const auto log_K = known->log_K(a, p);
      if (!log_K) return std::nullopt;
      one = one + *log_K;
    } else {
      one = one + log_transform_of(*pair, a, p);
    }
    sum = sum + one * Ball(f.count, p);
  }
  return sum;
}

/// E_Q[L], or else -E_P[L], of factors whose means are all known in closed form.
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
// Statement.  For a > 1 let D_a = log E_Q[e^{(a-1)L}]/(a-1), which is log E_P[e^{aL}]/(a-1), or +inf where
//             Q has an infinite loss; L is the loss of a step or of a composition. Let D_inf be the
//             essential supremum of L under Q. Then D_b <= D_a <= D_inf for 1 < b <= a.
// Needs.      1 < b <= a, and a largest loss: checked here.
// Proof.      If Q has an infinite loss, D_a and D_inf are +inf, and D_b is at most that. Otherwise let X =
//             e^L and r = a - 1 > 0, so that D_a is the logarithm of (E_Q X^r)^{1/r}. For 0 < r' <= r
//             Jensen's inequality with the convex x^{r/r'} gives (E X^{r'})^{1/r'} <= (E X^r)^{1/r}, also
//             where the right side is infinite; and E X^r is at most the r-th power of the essential
//             supremum of X. The reversed pair has P for Q and -L for L.
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
  const bool known = !below.is_infinite() && below->value.is_finite();
  const Ball least = known ? below->value : Ball(p);
  if (!certainly_at_most(least, most)) return std::nullopt;
  return bound<"RENYI-ORDER">(Ball::hull(least, most));
}

}  // namespace

Moments certain_moments() {
  const Certified unknown = nothing_known("transform");
  const Extended nothing = unknown, positive = limited(unknown, Rational(0));
  return {positive, positive, positive, positive, positive, std::vector<Extended>(6, nothing)};
}

Certified certain_renyi() { return limited(nothing_known("transform"), Rational(0)); }

// D_a(Q||P) = log E_P[(dQ/dP)^a]/(a-1) = log K(a)/(a-1), and D_a(P||Q) = log E_Q[(dP/dQ)^a]/(a-1) =
// log K(1-a)/(a-1).
Extended renyi(const Composition& composition, const Rational& order, Direction direction,
               const Effort& effort) {
  if (order.sign() <= 0) {
    throw std::invalid_argument("order must be greater than 0, got " + order.text());
  }
  if (direction == Direction::worst) {
    const Extended a = renyi(composition, order, Direction::forward, effort);
    const Extended b = renyi(composition, order, Direction::reverse, effort);
    if (a.is_infinite() || b.is_infinite()) return infinite_renyi();
    return larger(*a, *b, effort.digits);
  }
  const bool reverse = direction == Direction::reverse;
  if (order == kOne) {  // KL(Q||P) = E_Q[L] is the forward one
    if (const auto known = known_means(composition, !reverse, effort)) return *known;
    const Moments m = moments(composition, !reverse, effort);
    return m.infinite() ? infinite_renyi() : m.v1;
  }
  Ball best = Ball::indeterminate(Bits{64});
  for (Bits p = first_bits(effort.digits); p.n <= kMostBits && !effort.expired();
       p = Bits{2 * p.n}) {
    const auto log_K = log_transform(composition, reverse ? kOne - order : order, p);
    if (!log_K) return infinite_renyi();
    const Ball next = nonnegative(*log_K / Ball(order - kOne, p), "a Renyi divergence");
    const bool better = next.is_finite() && next.relative_digits() > best.relative_digits() + 1;
    best = common(best, next, "a Renyi divergence at two precisions");
    // Of an order close to 1, log K is small: nothing may be known at first.
    const bool known_at_all = best.relative_digits() > 1 || p.n > 2000;
    if ((!better && known_at_all) || best.relative_digits() >= effort.digits) break;
  }
  if (!best.is_finite() && order > kOne) {
    if (const auto between = renyi_between_orders(composition, order, direction, effort)) {
      return value(*between, "transform", effort.digits, false);
    }
  }
  return best.is_finite() ? value(best, "transform", effort.digits, false) : certain_renyi();
}

// The largest loss of a product is the sum of the largest: independent outputs come together with
// positive probability near each.
Extended max_divergence(const Composition& composition, Direction direction, const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 32;
  std::optional<Ball> largest;
  for (const bool reverse : {false, true}) {
    if (direction == (reverse ? Direction::forward : Direction::reverse)) continue;
    const auto end = reverse ? composition.smallest_loss() : composition.largest_loss();
    if (!end && !composition.unbounded(!reverse)) {
      throw std::invalid_argument("whether the loss of " + composition.expression() +
                                  " has an end, and where, is not known");
    }
    if (!end) return Extended::infinity("the loss is unbounded");
    const Ball loss = reverse ? -(*end)(p) : (*end)(p);
    largest = largest ? max(*largest, loss) : loss;
  }
  return value(*largest, "closed_form", effort.digits, true);
}

}  // namespace plumbline
