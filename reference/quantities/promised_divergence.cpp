#include "reference/quantities/promised_divergence.hpp"

#include <algorithm>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/quantities/renyi_chord.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// An order of at least 1, and a bound of the divergence at this order.
struct Stated {
  Rational order, bound;
};

/// Returns the stated orders from 1 on with their bounds. Divergences do not decrease in the order, so each bound is
/// replaced by the smallest of all bounds at this order and at larger orders.
std::vector<Stated> stated_from_one(const RenyiPromise& promise) {
  std::vector<Stated> out;
  for (size_t i = 0; i < promise.orders.size(); ++i) {
    if (!(promise.orders[i] < kOne)) out.push_back({promise.orders[i], promise.bounds[i]});
  }
  for (size_t i = out.size(); i-- > 1;) {
    out[i - 1].bound = std::min(out[i - 1].bound, out[i].bound);
  }
  return out;
}

Extended not_stated(const RenyiPromise& promise) {
  return Extended::infinity("no order above " + promise.orders.back().text() +
                            " is stated, and mechanisms with this guarantee have infinite "
                            "divergences there");
}

Certified between(const Rational& low, const Rational& high, const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 32;
  const Certified out =
      certified({Ball::hull(Ball(low, p), Ball(high, p)), {}}, "stated", effort.digits, true);
  return within(marked(out, true), low, high);
}

}  // namespace

std::optional<RenyiPromise> whole_promise(const Composition& composition) {
  if (!composition.single()) return std::nullopt;
  const auto promise = composition.factors().front().mechanism->offer<RenyiPromise>();
  if (!promise || promise->is_sampled()) return std::nullopt;
  return promise;
}

// BOUND(PROMISED-DIVERGENCE)
// Statement.  Let the promise, the only hypothesis about a pair, be (a) D_a <= xi + rho a at all a >= 1, or (b)
//             D_a <= r_i at orders a_i, in both directions. The following bounds hold.
//             (a) D_a <= xi + rho max(a, 1).
//             (b) D_a <= r_i if a <= a_i. For 1 <= x <= a <= z with bounds D of D_x and E of D_z, (a - 1) D_a is at
//             most the value at a of the chord between (x, (x - 1) D) and (z, (z - 1) E). No bound holds at orders
//             above the largest a_i.
//             N(0,1) against N(m,1) has D_a = a m^2/2 and satisfies the promise if m^2/2 is rho, or the smallest
//             r_i/a_i.
// Needs.      Orders 1 and more for the chord: checked here. r_i > 0: the caller; rdp_of() uses the trivial pair for
//             a bound of 0.
// Proof.      D_a does not decrease in a. (a - 1) D_a = log E_P[e^{aL}] is convex in a (Hoelder's inequality) and 0
//             at a = 1. For orders above the largest order A >= 1, consider a pair whose loss has a density
//             proportional to e^{-A l}/l^3 under P at l >= 1. Use this pair with probability w/2, the reversed pair
//             with probability w/2, and otherwise release nothing; reveal which case occurred. The divergences up to
//             order A, in both directions, tend to 0 with w (at A = 1 because 1/l^2 has a finite integral), and the
//             divergences of orders above A are infinite.
// Source.     Van Erven, Harremoes 2014, Theorem 3 and Corollary 2; Mironov 2017.
std::optional<Rational> divergence_at_most(const RenyiPromise& promise, const Rational& order) {
  if (promise.at_every_order()) return promise.xi + promise.rho * std::max(order, kOne);
  std::optional<Rational> out;
  for (size_t i = 0; i < promise.orders.size(); ++i) {
    if (!proved<"PROMISED-DIVERGENCE">(!(promise.orders[i] < order))) continue;
    if (!out || promise.bounds[i] < *out) out = promise.bounds[i];
  }
  if (!out || !(kOne < order)) return out;
  Stated before{kOne, kZero};  // (a - 1) D_a = 0 at a = 1
  for (const Stated& next : stated_from_one(promise)) {
    if (before.order < order && order < next.order) {
      const Rational left = (before.order - kOne) * before.bound,
                     right = (next.order - kOne) * next.bound,
                     share = (order - before.order) / (next.order - before.order);
      const Rational chord = (left + (right - left) * share) / (order - kOne);
      return std::min(*out, chord);
    }
    before = next;
  }
  return out;
}

Rational gaussian_rho(const RenyiPromise& promise) {
  if (promise.at_every_order()) return promise.rho;
  Rational out = promise.bounds.front() / promise.orders.front();
  for (size_t i = 1; i < promise.orders.size(); ++i) {
    out = std::min(out, promise.bounds[i] / promise.orders[i]);
  }
  return out;
}

Extended promised_renyi(const RenyiPromise& promise, const Rational& order, const Effort& effort) {
  const auto most = divergence_at_most(promise, order);
  if (!most) return not_stated(promise);
  return between(gaussian_rho(promise) * order, *most, effort);
}

// For xi > 0, xi/a + rho is largest at order 1.
Extended promised_rho(const RenyiPromise& promise, const std::optional<Rational>& up_to,
                      const Effort& effort) {
  if (promise.at_every_order()) {
    return between(promise.rho, *divergence_at_most(promise, kOne), effort);
  }
  if (!up_to || promise.orders.back() < *up_to) return not_stated(promise);
  // Bounds D_a/a between neighbouring orders by RENYI-CHORD.
  std::vector<Rational> orders{kOne};
  for (const Stated& x : stated_from_one(promise)) {
    if (kOne < x.order && x.order < *up_to) orders.push_back(x.order);
  }
  orders.push_back(*up_to);
  const Bits p = bits_for_digits(effort.digits) + 64;
  Ball high(p);
  for (size_t i = 1; i < orders.size(); ++i) {
    const OrderPoint low{orders[i - 1], Ball(*divergence_at_most(promise, orders[i - 1]), p)},
        end{orders[i], Ball(*divergence_at_most(promise, orders[i]), p)};
    high = max(high, most_between(low, end));
  }
  const Rational low = gaussian_rho(promise);
  const auto most = high.decimal_ends(effort.digits + 4).second;
  return between(low, std::max(low, *most), effort);
}

}  // namespace plumbline
